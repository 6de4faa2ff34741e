const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** '5 min', '3 h 12 min', '2 d 4 h': the two largest units. */
export function formatAge(iso: string, now = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(iso))
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return parts(Math.floor(ms / HOUR_MS), 'h', Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min')
  return parts(Math.floor(ms / DAY_MS), 'd', Math.floor((ms % DAY_MS) / HOUR_MS), 'h')
}

const parts = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

/** '5 min ago', or 'just now'. */
export const formatAgo = (iso: string, now = Date.now()) => {
  const age = formatAge(iso, now)
  return age === 'just now' ? age : `${age} ago`
}

/** Pending for more than a day. */
export const isOverdue = (iso: string, now = Date.now()) => now - Date.parse(iso) > DAY_MS
