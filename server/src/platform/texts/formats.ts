import { SOURCE_LOCALE } from '#contract/locales.ts'
import { formatMoney, toAmount } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { leftToRight, type Texts } from './texts.ts'

/** English amounts and times are written the American way. */
export const localeOf = ({ locale }: Texts) => (locale === SOURCE_LOCALE ? 'en-US' : locale)

export const formatCents = (cents: bigint, texts: Texts): Text =>
  leftToRight(formatMoney(toAmount(cents), localeOf(texts)), texts)

export const formatCount = (count: number, texts: Texts): Text => verbatim(count.toLocaleString(localeOf(texts)))

/** 'October 5, 2026 at 3:04 PM (Europe/Zurich)' */
export function formatTime(at: Date, zone: string, texts: Texts): Text {
  const format = new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return verbatim(`${format.format(at)} (${zone})`)
}

/** From 'YYYY-MM-DD': 'October 5, 2026'. */
export const formatDay = (day: string, texts: Texts): Text =>
  verbatim(new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)))
