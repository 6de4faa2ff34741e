import { dayOf, startOfDay } from '#contract/bank-day.ts'

/** Whether money would count from a day on which there was no account: mostly a typing mistake in the year. */
export const isBeforeAccount = (valueAt: Date, openedAt: Date, zone: string): boolean =>
  valueAt < startOfDay(dayOf(openedAt, zone), zone)
