import { startOfDay } from '#contract/bank-day.ts'
import { monthOf } from '../ledger/month.ts'

/**
 * A booking carries the time at which its request arrived and is committed later, maybe on a server with another clock. A
 * month is final once none can arrive any more: commands commit within the database's timeouts, the rest is for clocks.
 */
export const FINAL_AFTER_MS = 15 * 60_000

/** A month is 'YYYY-MM', in the bank's time zone. */
export type MonthContext = { at: Date; zone: string }

export const monthAt = (at: Date, zone: string): string => monthOf(at, zone).slice(0, 7)

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [y, m] = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`
}

export const firstDayOf = (month: string): string => `${month}-01`

/** The day before the first day of the next month. */
export const lastDayOf = (month: string): string =>
  new Date(Date.parse(`${monthAfter(month)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

export const startOfMonth = (month: string, zone: string): Date => startOfDay(firstDayOf(month), zone)

/** From the month of the opening to the current one, oldest first. The opening one alone, if another clock is ahead. */
export function monthsSince(openedAt: Date, { at, zone }: MonthContext): string[] {
  const current = monthAt(at, zone)
  const months = [monthAt(openedAt, zone)]
  for (let month = monthAfter(months[0] ?? current); month <= current; month = monthAfter(month)) months.push(month)
  return months
}

export const isFinal = (month: string, { at, zone }: MonthContext): boolean =>
  at.getTime() >= startOfMonth(monthAfter(month), zone).getTime() + FINAL_AFTER_MS
