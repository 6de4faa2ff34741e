/**
 * A booking carries the time at which its request arrived and is committed later, maybe on a server with another clock. A
 * month or a day is final once none should arrive any more: commands commit within the database's timeouts, the rest is for
 * clocks. Where clocks differ by more, the first issue of a final statement decides where the month ends.
 */
export const FINAL_AFTER_MS = 15 * 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The first day of the month in which `at` falls in the bank's time zone: '2026-11-01'. */
export function monthOf(at: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(at)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-01`
}

/** '2026-01-01' → '2025-12-01' */
export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [y, m] = number === 1 ? [year - 1, 12] : [year, number - 1]
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-01`
}
