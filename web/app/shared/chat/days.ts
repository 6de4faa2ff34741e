import type { Text } from '#contract/text.ts'
import { formatDate, t } from '../i18n/i18n.ts'

const DAY_MS = 86_400_000
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

export const dayKey = (iso: string) => startOfDay(new Date(iso))

/** 'Today', 'Yesterday', 'Monday', 'Mon, Jan 5', or with the year when it is not the current one. */
export function dayName(iso: string, now = new Date()): Text {
  const date = new Date(iso)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS)
  if (days <= 0) return t('Today')
  if (days === 1) return t('Yesterday')
  if (days < 7) return formatDate(date, { weekday: 'long' })
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return formatDate(date, { weekday: 'short', month: 'short', day: 'numeric', year })
}
