import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'

const TONES = {
  good: 'bg-positive-soft text-positive',
  attention: 'bg-warning-soft text-warning',
  bad: 'bg-negative-soft text-negative',
  calm: 'bg-sunken text-muted',
} as const
export type Tone = keyof typeof TONES

type Props = { tone: Tone; children: Content }

/** A short state. The shape of the dot repeats the meaning for people who do not see the color. */
export const Chip = ({ tone, children }: Props) => (
  <span
    className={classNames(
      'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium whitespace-nowrap',
      TONES[tone],
    )}
  >
    <span
      aria-hidden="true"
      className={classNames('size-1.5 bg-current', tone === 'good' ? 'rounded-full' : 'rotate-45 rounded-[1px]')}
    />
    {children}
  </span>
)
