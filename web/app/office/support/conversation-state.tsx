import { CircleCheck, Clock } from 'lucide-react'
import type { Conversation } from '#contract/support.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAge, isOverdue } from '../age.ts'

type Props = Pick<Conversation, 'state' | 'waitingSince'>

/** How long the customer has waited for an answer; later than a day stands out. */
export function ConversationState({ state, waitingSince }: Props) {
  if (waitingSince)
    return (
      <span
        className={classNames(
          'inline-flex items-center gap-1 whitespace-nowrap',
          isOverdue(waitingSince) ? 'font-semibold text-negative' : 'font-medium text-warning',
        )}
      >
        <Clock aria-hidden className="size-3.5 shrink-0" />
        Waiting <span className="figures">{formatWait(waitingSince)}</span>
      </span>
    )
  if (state === 'solved')
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-positive">
        <CircleCheck aria-hidden className="size-3.5 shrink-0" />
        Solved
      </span>
    )
  return <span>Open</span>
}

/** Nothing in the first minute: 'Waiting' says it. */
function formatWait(since: string): string {
  const age = formatAge(since)
  return age === 'just now' ? '' : age
}
