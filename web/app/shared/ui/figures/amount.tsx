import { formatMoney } from '#contract/money.ts'
import { classNames } from '../class-names.ts'

/** Signed amounts are green when positive and red when negative; others (a balance) have the text color. */
export function Amount({ amount, signed = false, className }: Props) {
  const tone = amount < 0 ? 'text-negative' : 'text-positive'
  return <span className={classNames('figures', signed && tone, className)}>{formatMoney(amount)}</span>
}

type Props = { amount: number; signed?: boolean; className?: string }
