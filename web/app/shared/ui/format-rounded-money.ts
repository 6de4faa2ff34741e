import { bankCurrency } from '#contract/money.ts'
import { formatLocale } from '../i18n/i18n.ts'

const format = (amount: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(formatLocale(), {
    style: 'currency',
    currency: bankCurrency().code,
    minimumFractionDigits: 0,
    ...options,
  }).format(amount)

/** '$12K' or '$1.5M', for axes. */
export const formatShortMoney = (amount: number) => format(amount, { notation: 'compact', maximumFractionDigits: 1 })

/** '$1,000' */
export const formatWholeMoney = (amount: number) => format(amount, { maximumFractionDigits: 0 })
