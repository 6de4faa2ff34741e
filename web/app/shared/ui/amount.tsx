import { formatMoney } from '#contract/money.ts'
import { currentDirection } from '../i18n/i18n.ts'
import { classNames } from './class-names.ts'

/** Signed amounts are green when positive and red when negative; others (a balance) have the text color. */
export function Amount({ amount, signed = false, className }: Props) {
  const tone = amount < 0 ? 'text-negative' : 'text-positive'
  return <span className={classNames('figures', signed && tone, className)}>{leftToRight(formatMoney(amount))}</span>
}

/** In Arabic text a minus sign would move to the other end of the amount. */
const leftToRight = (text: string) => (currentDirection() === 'rtl' ? <bdi dir="ltr">{text}</bdi> : text)

type Props = { amount: number; signed?: boolean; className?: string }
