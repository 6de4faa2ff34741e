/*
 * A bare date on the wire (`2026-01-05`) is a day in the bank's time zone. With daylight saving a day can be shorter or
 * longer than 24 hours, and need not start at midnight.
 */

const DAY_MS = 86_400_000

export function startOfDay(date: string, zone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // The offset may change on that day, so the offsets before and after it are both tried. The day starts at the earlier
  // moment that no longer belongs to the day before, also where midnight is skipped or occurs twice.
  const starts = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetMs(near, zone))
    .filter((start) => dayOf(new Date(start), zone) >= date)
  return new Date(Math.min(...starts))
}

/** The start of the next day (exclusive end). */
export function endOfDay(date: string, zone: string): Date {
  return startOfDay(new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10), zone)
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

/** The first moment of a time or a bare date. */
export const earliest = (dayOrTime: string, zone: string): Date =>
  isDay(dayOrTime) ? startOfDay(dayOrTime, zone) : new Date(dayOrTime)

/** The exclusive end of a time or a bare date. */
export const justAfter = (dayOrTime: string, zone: string): Date =>
  isDay(dayOrTime) ? endOfDay(dayOrTime, zone) : new Date(Date.parse(dayOrTime) + 1)

/** The bank's date at a moment: '2026-01-05'. */
export function dayOf(at: Date, zone: string): string {
  return localTime(at.getTime(), zone).toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local wall-clock time, as a UTC date. */
function localTime(at: number, zone: string): Date {
  let format = formats.get(zone)
  if (!format) {
    const numeric = 'numeric'
    const parts = {
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
    formats.set(zone, format)
  }
  const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')))
}

const offsetMs = (at: number, zone: string) => localTime(at, zone).getTime() - Math.floor(at / 1000) * 1000
