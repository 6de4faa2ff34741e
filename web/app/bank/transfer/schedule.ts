import {
  addYears,
  type Frequency,
  MAX_START_YEARS,
  type Schedule,
} from '#contract/payments/scheduled-payment-calendar.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { browserDay } from '../../shared/scheduled-payments/schedule-text.ts'

/** 'today' is a transfer, everything else a scheduled payment. */
export type PaymentTime = 'today' | Frequency

export type ScheduleForm = {
  when: PaymentTime
  startOn: string
  /** Empty: no end. */
  until: string
  /** What the customer calls a scheduled payment. */
  name: string
}
export const EMPTY_SCHEDULE: ScheduleForm = { when: 'today', startOn: '', until: '', name: '' }

/** Null for a transfer of today. */
export function scheduleOf({ when, startOn, until }: ScheduleForm): Schedule | null {
  if (when === 'today') return null
  return { startOn, every: when, until: when === 'once' || until === '' ? null : until }
}

/** True when the day can be sent. The server decides again, by the bank's own calendar. */
export function startError(startOn: string, today = browserDay()): true | Text {
  if (startOn === '') return t('Choose a date.')
  if (startOn < today) return t('Choose a day that is not in the past.')
  return (
    startOn <= addYears(today, MAX_START_YEARS) ||
    t('Choose a day within the next {MAX_START_YEARS} years.', { MAX_START_YEARS })
  )
}

export const untilError = (until: string, startOn: string): true | Text =>
  until === '' || until >= startOn || t('Choose a day that is not before the first payment.')
