import { formatDay } from '../../parts/format-date.ts'

/** '2026-10-31' as 'Oct 31, 2026'. At noon in the browser's zone, so that it stays the same day. */
export const dayText = (day: string) => formatDay(`${day}T12:00:00`)
