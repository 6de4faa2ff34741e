import type { Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { formatLocale, inEnglish, t } from '../i18n/i18n.ts'
import { twoDigits } from '../ui/figures/dates.ts'
import { ordinal } from '../ui/figures/transaction-date.ts'

const LONGEST_IN_EVERY_MONTH = 28

/** Noon in UTC: a bare date is the same day wherever it is shown. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
const format = (day: string, parts: Intl.DateTimeFormatOptions) =>
  verbatim(noonOf(day).toLocaleDateString(formatLocale(), { ...parts, timeZone: 'UTC' }))

/** The browser's date, '2026-12-01'. The bank's may differ by a day, so the server decides. */
export const browserDay = (now = new Date()): string =>
  `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`

/** 'December 1', with the year unless it is the current one. */
export const dayName = (day: string, today = browserDay()): Text =>
  format(day, {
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  })

/** The two lines of a calendar leaf: 'Dec' and '1'. */
export const leafOf = (day: string) => ({
  month: format(day, { month: 'short' }),
  day: format(day, { day: 'numeric' }),
})

/** 'Every month on the 1st, until June 1, 2027'. */
export function scheduleText({ startOn, every, until }: Schedule, today?: string): Text {
  if (every === 'once') return t('Once, on {startOn}', { startOn: dayName(startOn, today) })
  const repeated = every === 'week' ? weekly(startOn) : monthly(startOn)
  return until ? t('{repeated}, until {day}', { repeated, day: dayName(until, today) }) : repeated
}

const weekly = (startOn: string) => t('Every {weekday}', { weekday: format(startOn, { weekday: 'long' }) })

function monthly(startOn: string): Text {
  const date = noonOf(startOn).getUTCDate()
  const day = inEnglish() ? ordinal(date) : verbatim(String(date))
  return date > LONGEST_IN_EVERY_MONTH
    ? t('Every month on the {day} or the last day', { day })
    : t('Every month on the {day}', { day })
}
