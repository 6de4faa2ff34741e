import { dayOf, startOfDay } from '#contract/bank-day.ts'
import type { Text } from '#contract/text.ts'
import { FINAL_AFTER_MS, monthOf } from '../../ledger/month.ts'
import type { Texts } from '../../platform/texts/texts.ts'

/** A month is 'YYYY-MM', in the bank's time zone. */
export type MonthContext = { at: Date; zone: string }
/** With the last month of the account whose final statement was issued, maybe by a server whose clock is ahead. */
export type ClosedContext = MonthContext & { closedMonth: string | null }

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

/** The time of a posting whose server's clock was wrong at the turn of the month is outside of its month. */
export function withinMonth(day: string, month: string): string {
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  return day < first ? first : day > last ? last : day
}

type Period = { month: string; final: boolean; zone: string }

/** The day that a statement's last balance is of: a month that is not final has none yet for the days to come. */
export const balanceDayOf = ({ month, final, zone }: Period, issuedAt: Date): string =>
  final ? lastDayOf(month) : withinMonth(dayOf(issuedAt, zone), month)

export const balanceNameOf = ({ final }: Pick<Period, 'final'>, t: Texts['t']): Text =>
  final ? t('Closing balance') : t('Balance')

export const startOfMonth = (month: string, zone: string): Date => startOfDay(firstDayOf(month), zone)

/** From the month of the opening to the current one, oldest first. At least to the one after the last that was closed. */
export function monthsSince(openedAt: Date, { at, zone, closedMonth }: ClosedContext): string[] {
  const months = [monthAt(openedAt, zone)]
  const last = [monthAt(at, zone), closedMonth ? monthAfter(closedMonth) : ''].sort().at(-1) ?? ''
  for (let month = monthAfter(months[0] ?? last); month <= last; month = monthAfter(month)) months.push(month)
  return months
}

/** Months before a closed one are closed, too: what is posted now belongs to a later one. */
export const isFinal = (month: string, { at, zone, closedMonth }: ClosedContext): boolean =>
  month <= (closedMonth ?? '') || at.getTime() >= startOfMonth(monthAfter(month), zone).getTime() + FINAL_AFTER_MS
