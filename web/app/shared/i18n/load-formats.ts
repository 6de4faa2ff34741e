import { formatMoney } from '#contract/money.ts'
import { formatLocale, formatNumber } from './i18n.ts'

/**
 * The first number, amount and date make the browser load its data of the language: up to 30 ms on a desktop. Done in
 * tasks of their own, while the profile is on its way, they don't hold up the first render.
 */
export function loadFormats() {
  setTimeout(() => formatNumber(0))
  setTimeout(() => formatMoney(0))
  setTimeout(() => new Date().toLocaleDateString(formatLocale(), { dateStyle: 'long' }))
}
