import { type Text, verbatim } from '#contract/text.ts'
import { formatLocale } from '../../shared/i18n/i18n.ts'

const MINUTE_MS = 60_000
/** In minutes, the largest first. */
const UNITS = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** 'now', '4 minutes ago', '2 hours ago', 'yesterday', '3 months ago'. */
export function timeAgo(iso: string, now = Date.now()): Text {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  const format = new Intl.RelativeTimeFormat(formatLocale(), { numeric: 'auto' })
  const unit = UNITS.find(([, length]) => minutes >= length)
  return verbatim(unit ? format.format(-Math.floor(minutes / unit[1]), unit[0]) : format.format(0, 'second'))
}
