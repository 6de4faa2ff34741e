import { dayOf } from '#contract/bank-day.ts'
import { formatMoney, toAmount } from '#contract/money.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

export const formatCents = (cents: bigint): string => formatMoney(toAmount(cents))

/** From 'YYYY-MM-DD': '5 October 2026'. */
export function longDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** '05 Oct 2026': of equal width in a column. */
export function shortDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`
}

/** From 'YYYY-MM': 'October 2026'. */
export function longMonth(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${MONTHS[Number(number) - 1]} ${year}`
}

export const longDayOf = (at: Date, zone: string): string => longDay(dayOf(at, zone))

/** '5 October 2026, 15:04 (Europe/Zurich)' */
export function dayAndTime(at: Date, zone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
  return `${longDayOf(at, zone)}, ${time} (${zone})`
}
