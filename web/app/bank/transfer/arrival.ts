import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'

const WEEKEND: readonly number[] = [0, 6]
const isBusinessDay = (day: string) => !WEEKEND.includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/** We review a transfer within one business day; another bank books it on the next one. Holidays are not known here. */
const BUSINESS_DAYS = { here: 1, elsewhere: 2 }

/** The day by which a transfer that is sent today has usually arrived. */
export function usualArrival(today: string, where: keyof typeof BUSINESS_DAYS): string {
  let day = today
  for (let left = BUSINESS_DAYS[where]; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left--
  }
  return day
}
