import { bankCurrency, MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS, toAmount, toDecimalText } from './money.ts'

/** 'with at most two decimals' */
export const decimalsText = ({ decimals } = bankCurrency()): string =>
  ['without decimals', 'with at most one decimal', 'with at most two decimals', 'with at most three decimals'][
    decimals
  ] ?? ''

/** 'between 0.01 and 9,999,999,999.99 with at most two decimals' */
export function amountRule(least = MIN_AMOUNT_CENTS): string {
  const most = toAmount(MAX_AMOUNT_CENTS).toLocaleString('en-US', { minimumFractionDigits: bankCurrency().decimals })
  return `between ${least === 0n ? '0' : toDecimalText(least)} and ${most} ${decimalsText()}`
}
