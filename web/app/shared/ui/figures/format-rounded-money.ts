import { bankCurrency, isolateAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { formatLocale } from '../../i18n/i18n.ts'

function format(amount: number, options: Intl.NumberFormatOptions): Text {
  const locale = formatLocale()
  const currency = { style: 'currency', currency: bankCurrency().code, minimumFractionDigits: 0 } as const
  return isolateAmount(new Intl.NumberFormat(locale, { ...currency, ...options }).format(amount), locale)
}

/** '$12K' or '$1.5M', for axes. */
export const formatShortMoney = (amount: number) => format(amount, { notation: 'compact', maximumFractionDigits: 1 })

/** '$1,000' */
export const formatWholeMoney = (amount: number) => format(amount, { maximumFractionDigits: 0 })
