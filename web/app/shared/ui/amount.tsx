import { formatDollars } from '#contract/money.ts'
import { classNames } from './class-names.ts'

/** Signed amounts are green when positive and red when negative; others (a balance) have the text color. */
export function Amount({ dollars, signed = false, className }: Props) {
  const tone = dollars < 0 ? 'text-negative' : 'text-positive'
  return <span className={classNames('figures', signed && tone, className)}>{formatDollars(dollars)}</span>
}
type Props = { dollars: number; signed?: boolean; className?: string }
