import { dayOf } from '#contract/bank-day.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { formatDay, localeOf } from '../texts/formats.ts'
import type { Texts } from '../texts/texts.ts'

/** A day of any time zone, which its text names already. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
const formatOf = (texts: Texts, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(texts), { ...options, timeZone: 'UTC' })

/** 'Oct 05, 2026', '05.10.2026': of equal width in a column. Arabic has the name: its order of figures is not that of a line. */
export function shortDay(day: string, texts: Texts): Text {
  const month = localeOf(texts) === 'en-US' || texts.direction === 'rtl' ? 'short' : '2-digit'
  return verbatim(formatOf(texts, { day: '2-digit', month, year: 'numeric' }).format(noonOf(day)))
}

/** 'October 1 – 31, 2026' */
export const longPeriod = (from: string, to: string, texts: Texts): Text =>
  verbatim(formatOf(texts, { dateStyle: 'long' }).formatRange(noonOf(from), noonOf(to)))

/** From 'YYYY-MM': 'October 2026'. */
export const longMonth = (month: string, texts: Texts): Text =>
  verbatim(formatOf(texts, { month: 'long', year: 'numeric' }).format(noonOf(`${month}-01`)))

export const longDayOf = (at: Date, zone: string, texts: Texts): Text => formatDay(dayOf(at, zone), texts)
