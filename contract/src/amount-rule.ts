import { bankCurrency, MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS, toAmount, toDecimalText } from './money.ts'
import { verbatim } from './text.ts'

/** 'with at most two decimals' */
export const decimalsText = ({ decimals } = bankCurrency()): string =>
  ['without decimals', 'with at most one decimal', 'with at most two decimals', 'with at most three decimals'][
    decimals
  ] ?? ''

/** What a field's text says about amounts, in parts. Fields take numbers written the English way in every language. */
export const amountBounds = () => ({
  least: verbatim(toDecimalText(MIN_AMOUNT_CENTS)),
  most: verbatim(mostText()),
  decimals: bankCurrency().decimals,
})

const mostText = () =>
  toAmount(MAX_AMOUNT_CENTS).toLocaleString('en-US', { minimumFractionDigits: bankCurrency().decimals })

/** 'between 0.01 and 9,999,999,999.99 with at most two decimals' */
export function amountRule(least = MIN_AMOUNT_CENTS): string {
  return `between ${least === 0n ? '0' : toDecimalText(least)} and ${mostText()} ${decimalsText()}`
}
