import { dayOf } from '#contract/bank-day.ts'
import { SOURCE_LOCALE } from '#contract/locales.ts'
import { type Text, verbatim } from '#contract/text.ts'
import type { Texts } from '../texts/texts.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A day of any time zone, which its text names already. */
const format = (day: string, { locale }: Texts, options: Intl.DateTimeFormatOptions) =>
  verbatim(new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)))

/** From 'YYYY-MM-DD': '5 October 2026'. */
export function longDay(day: string, texts: Texts): Text {
  if (texts.locale !== SOURCE_LOCALE) return format(day, texts, { dateStyle: 'long' })
  const [year = '', month = '', date = ''] = day.split('-')
  return verbatim(`${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`)
}

/** '05 Oct 2026', '05.10.2026': of equal width in a column. Arabic has the name: its order of figures is not that of a line. */
export function shortDay(day: string, texts: Texts): Text {
  if (texts.locale !== SOURCE_LOCALE) {
    const month = texts.direction === 'rtl' ? 'short' : '2-digit'
    return format(day, texts, { day: '2-digit', month, year: 'numeric' })
  }
  const [year = '', month = '', date = ''] = day.split('-')
  return verbatim(`${date} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`)
}

/** From 'YYYY-MM': 'October 2026'. */
export function longMonth(month: string, texts: Texts): Text {
  if (texts.locale !== SOURCE_LOCALE) return format(`${month}-01`, texts, { month: 'long', year: 'numeric' })
  const [year = '', number = ''] = month.split('-')
  return verbatim(`${MONTHS[Number(number) - 1]} ${year}`)
}

export const longDayOf = (at: Date, zone: string, texts: Texts): Text => longDay(dayOf(at, zone), texts)

/** '5 October 2026, 15:04 (Europe/Zurich)' */
export function dayAndTime(at: Date, zone: string, texts: Texts): Text {
  if (texts.locale !== SOURCE_LOCALE) {
    const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const
    return verbatim(`${new Intl.DateTimeFormat(texts.locale, options).format(at)} (${zone})`)
  }
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
  return verbatim(`${longDayOf(at, zone, texts)}, ${time} (${zone})`)
}
