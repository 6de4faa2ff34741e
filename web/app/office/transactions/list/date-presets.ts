import type { Period } from '#contract/periods.ts'
import { msg, type TextId } from '#contract/text-id.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const isDayText = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1900' && text < '3000'

/** The server knows which days of the bank they are. */
export const PERIOD_LABELS: Record<Period, TextId> = {
  today: msg('Today'),
  yesterday: msg('Yesterday'),
  last_7_days: msg('Last 7 days'),
  last_30_days: msg('Last 30 days'),
  this_month: msg('This month'),
  last_month: msg('Last month'),
}
