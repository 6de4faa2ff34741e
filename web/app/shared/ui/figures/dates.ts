import { type Text, verbatim } from '#contract/text.ts'
import { formatDate, inEnglish } from '../../i18n/i18n.ts'

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const twoDigits = (value: number) => String(value).padStart(2, '0')

/** 'Jan 5, 2026', in the browser's time zone, as all of these. */
export function formatDay(iso: string): Text {
  const date = new Date(iso)
  if (!inEnglish()) return formatDate(date, { dateStyle: 'medium' })
  return verbatim(`${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`)
}

/** '15:04', for staff. */
export function staffTime(iso: string): Text {
  const date = new Date(iso)
  return verbatim(`${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`)
}

/** '03:04 pm', for customers. */
export function customerTime(iso: string): Text {
  const date = new Date(iso)
  if (!inEnglish()) return formatDate(date, { timeStyle: 'short' })
  const hours = date.getHours()
  return verbatim(`${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'am' : 'pm'}`)
}

export const timeFor = (reader: 'person' | 'staff', iso: string) =>
  reader === 'staff' ? staffTime(iso) : customerTime(iso)
