import { formatDate } from '../../i18n/i18n.ts'

/** 'Jan', 'October' or 'January 2026'. The 15th is in the same month in every time zone. */
export const monthName = (month: string, style: 'short' | 'long' | 'month') =>
  formatDate(new Date(`${month}-15T12:00:00Z`), {
    month: style === 'short' ? 'short' : 'long',
    ...(style === 'long' ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
