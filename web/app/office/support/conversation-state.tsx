import { CircleCheck, Clock } from 'lucide-react'
import type { Conversation } from '#contract/office/support.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAge, isJustNow, isOverdue } from '../parts/age.ts'

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
        {/* No time in the first minute: 'Waiting' says it. */}
        <Trans
          text="Waiting <0>{age}</0>"
          parts={[(children) => <span className="figures">{children}</span>]}
          values={{ age: isJustNow(waitingSince) ? '' : formatAge(waitingSince) }}
        />
      </span>
    )
  if (state === 'solved')
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-positive">
        <CircleCheck aria-hidden className="size-3.5 shrink-0" />
        {t('Solved')}
      </span>
    )
  return <span>{t('Open')}</span>
}
