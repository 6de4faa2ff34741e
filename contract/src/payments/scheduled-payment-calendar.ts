/*
 * The days on which a scheduled payment is due, as bare dates: `2026-01-31`. A day begins when it begins in the bank's time
 * zone (bank-day.ts), so daylight saving changes nothing here. No schemas in this file: pages show what is coming.
 */

export const FREQUENCIES = ['once', 'week', 'month'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export type Schedule = {
  startOn: string
  every: Frequency
  /** The last day that may be due; null: no end. */
  until: string | null
}

/** How far ahead a payment can be scheduled. */
export const MAX_START_YEARS = 2

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS)

/** The day in a later year; 29 February becomes the 28th. */
export const addYears = (day: string, years: number): string => addMonths(day, years * 12)

/** The day of the start, or the last one of a shorter month. Counted from the start, so that the 31st stays the 31st. */
export function addMonths(startOn: string, months: number): string {
  const start = new Date(toMs(startOn))
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return toDay(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)))
}

const monthsBetween = (from: string, to: string) => {
  const [a, b] = [new Date(toMs(from)), new Date(toMs(to))]
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth()
}

function firstOnOrAfter({ startOn, every }: Schedule, day: string): string | null {
  if (day <= startOn) return startOn
  if (every === 'once') return null
  if (every === 'week') {
    const days = Math.round((toMs(day) - toMs(startOn)) / DAY_MS)
    return addDays(startOn, Math.ceil(days / WEEK_DAYS) * WEEK_DAYS)
  }
  const months = monthsBetween(startOn, day)
  const due = addMonths(startOn, months)
  return due >= day ? due : addMonths(startOn, months + 1)
}

/** The first due day that is `day` or later; null: there is none. */
export function dueOnOrAfter(schedule: Schedule, day: string): string | null {
  const due = firstOnOrAfter(schedule, day)
  return due !== null && schedule.until !== null && due > schedule.until ? null : due
}

/** The first due day after `day`; null: there is none. */
export const dueAfter = (schedule: Schedule, day: string): string | null => dueOnOrAfter(schedule, addDays(day, 1))

/** The next `count` due days from `day` on. */
export function dueDays(schedule: Schedule, day: string, count: number): string[] {
  const days: string[] = []
  for (let due = dueOnOrAfter(schedule, day); due !== null && days.length < count; due = dueAfter(schedule, due))
    days.push(due)
  return days
}
