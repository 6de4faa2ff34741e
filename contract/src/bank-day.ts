/*
 * A bare date on the wire (`2026-01-05`) is a day of the bank, in its time zone. Days are not all 24 hours long, and not
 * all begin at midnight.
 */

const DAY_MS = 86_400_000

/** The moment at which a day begins. */
export function startOfDay(date: string, zone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // The clocks may change on that very day, so the offsets before and after it are both tried: the first moment that is
  // not in the day before any more is the beginning, also where the clocks skip midnight or strike it twice.
  const starts = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetMs(near, zone))
    .filter((start) => dayOf(new Date(start), zone) >= date)
  return new Date(Math.min(...starts))
}

/** The moment at which the next one begins: a day includes all before it. */
export function endOfDay(date: string, zone: string): Date {
  return startOfDay(new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10), zone)
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

/** The first moment that a time or a bare date means. */
export const earliest = (dayOrTime: string, zone: string): Date =>
  isDay(dayOrTime) ? startOfDay(dayOrTime, zone) : new Date(dayOrTime)

/** The first moment after all that a time or a bare date means. */
export const justAfter = (dayOrTime: string, zone: string): Date =>
  isDay(dayOrTime) ? endOfDay(dayOrTime, zone) : new Date(Date.parse(dayOrTime) + 1)

/** '2026-01-05': the day of the bank in which a moment falls. */
export function dayOf(at: Date, zone: string): string {
  return localTime(at.getTime(), zone).toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks on the wall show, written as if it were UTC. */
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
