/*
 * Ranges of days that move with the day: a saved filter for 'last 7 days' is about the last 7 days whenever it is opened.
 * Pages load this file, so it has no schemas.
 */

export const PERIODS = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const
export type Period = (typeof PERIODS)[number]

/** Both days included, as 'YYYY-MM-DD'. */
export type DayRange = { from: string; to: string }

const DAY_MS = 86_400_000
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** `today`: a day of the bank. The last 7 days are today and the six before it. */
export function daysOf(period: Period, today: string): DayRange {
  const now = Date.parse(`${today}T00:00:00Z`)
  const daysAgo = (count: number) => dayText(now - count * DAY_MS)
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()]
  const ranges: Record<Period, DayRange> = {
    today: { from: today, to: today },
    yesterday: { from: daysAgo(1), to: daysAgo(1) },
    last_7_days: { from: daysAgo(6), to: today },
    last_30_days: { from: daysAgo(29), to: today },
    this_month: { from: dayText(Date.UTC(year, month, 1)), to: today },
    last_month: { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) },
  }
  return ranges[period]
}
