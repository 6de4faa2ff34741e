import { msg } from '#contract/text-id.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const isDayText = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1900' && text < '3000'

export type DateRange = { from?: string | undefined; to?: string | undefined }

const twoDigits = (value: number) => String(value).padStart(2, '0')
const dayText = (date: Date) => `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** Both days included: the last 7 days are today and the six before it. */
const lastDays = (count: number) => (today: Date) => ({
  from: dayText(new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1)),
  to: dayText(today),
})

export const DATE_PRESETS: readonly { label: string; rangeAt: (today: Date) => Required<DateRange> }[] = [
  { label: msg('Today'), rangeAt: lastDays(1) },
  { label: msg('Last 7 days'), rangeAt: lastDays(7) },
  { label: msg('Last 30 days'), rangeAt: lastDays(30) },
  {
    label: msg('This month'),
    rangeAt: (today) => ({ from: dayText(new Date(today.getFullYear(), today.getMonth(), 1)), to: dayText(today) }),
  },
]
