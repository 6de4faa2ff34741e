import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** '5 min', '3 h 12 min', '2 d 4 h': the two largest units. */
export function formatAge(iso: string, now = Date.now()): Text {
  const ms = Math.max(0, now - Date.parse(iso))
  const [minutes, hours, days] = [MINUTE_MS, HOUR_MS, DAY_MS].map((unit) => Math.floor(ms / unit)) as Units
  if (minutes === 0) return t('just now')
  if (hours === 0) return t('{minutes} min', { minutes })
  if (days > 0) return withRest(t('{days} d', { days }), hours % 24, t('{hours} h', { hours: hours % 24 }))
  return withRest(t('{hours} h', { hours }), minutes % 60, t('{minutes} min', { minutes: minutes % 60 }))
}

type Units = [minutes: number, hours: number, days: number]

const withRest = (large: Text, rest: number, small: Text) => joinTexts(' ', large, rest > 0 && small)

/** Less than a minute ago. */
export const isJustNow = (iso: string, now = Date.now()) => now - Date.parse(iso) < MINUTE_MS

/** '5 min ago', or 'just now'. */
export const formatAgo = (iso: string, now = Date.now()) =>
  isJustNow(iso, now) ? t('just now') : t('{age} ago', { age: formatAge(iso, now) })

/** Pending for more than a day. */
export const isOverdue = (iso: string, now = Date.now()) => now - Date.parse(iso) > DAY_MS
