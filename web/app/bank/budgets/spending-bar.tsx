import { classNames } from '../../shared/ui/class-names.ts'

const BAR_PX = 8
const LEAST_PERCENT = 2

type Props = {
  /** The part of the whole track; more than 1 fills it. */
  share: number
  tone: 'spent' | 'over' | 'uncategorized'
}

const TONES: Record<Props['tone'], string> = {
  spent: 'fill-clay',
  over: 'fill-negative',
  uncategorized: 'fill-muted/60',
}

/** Decorative: the amounts are in a text beside it. */
export const SpendingBar = ({ share, tone }: Props) => (
  <svg aria-hidden="true" width="100%" height={BAR_PX} className="block rtl:-scale-x-100">
    <rect width="100%" height={BAR_PX} rx={BAR_PX / 2} className="fill-ink/6" />
    {share > 0 && (
      <rect
        width={`${Math.min(100, Math.max(LEAST_PERCENT, share * 100))}%`}
        height={BAR_PX}
        rx={BAR_PX / 2}
        className={classNames(TONES[tone])}
      />
    )}
  </svg>
)
