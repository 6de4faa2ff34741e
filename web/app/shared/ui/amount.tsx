import { formatDollars } from '#contract/money.ts'
import { classNames } from './class-names.ts'

/** Money that came in is green, money that left is red; a figure that is neither (a balance) is ink. */
export function Amount({ dollars, signed = false, className }: Props) {
  const tone = dollars < 0 ? 'text-negative' : 'text-positive'
  return <span className={classNames('figures', signed && tone, className)}>{formatDollars(dollars)}</span>
}
type Props = { dollars: number; signed?: boolean; className?: string }
