import { dayOf, startOfDay } from '#contract/bank-day.ts'
import { roundUpCents } from '#contract/payments/round-up.ts'
import { addDays, addMonths } from '#contract/payments/scheduled-payment-calendar.ts'
import { DAY_MS, type Movement } from './movements.ts'

export const MONTHLY_CENTS = 250_00n
const MONTHS = 4
const LAST_DAYS_AGO = 15
const LATEST_DAY = 28
const ROUND_UP_DAYS = 21
/** Payments of the history are in cents; `sampleCents` makes both units of another currency. */
const ROUND_UP_UNIT_CENTS = 100n
const MINUTE_MS = 60_000

/** The day of the month of the monthly amount. About half a month passes before it is due again. */
export const monthlyDay = (now: Date, zone: string): number => Number(lastMonthlyDay(now, zone).slice(8))

function lastMonthlyDay(now: Date, zone: string): string {
  const day = dayOf(new Date(now.getTime() - LAST_DAYS_AGO * DAY_MS), zone)
  return `${day.slice(0, 8)}${String(Math.min(LATEST_DAY, Number(day.slice(8)))).padStart(2, '0')}`
}

type Saved = Extract<Movement, { kind: 'move' }>

/** What the rules of the savings account moved: an amount each month, and the round-ups of these movements. */
export function savedMovements(past: readonly Movement[], email: string, now: Date, zone: string): Saved[] {
  const save = (kind: 'round_up' | 'every', dueOn: string, amountCents: bigint, at: Date): Saved => ({
    kind: 'move',
    email,
    to: 'savings',
    amountCents,
    at,
    rule: { kind, dueOn },
  })
  /** The job runs after the beginning of the day. */
  const morningOf = (day: string, minutes: number) => new Date(startOfDay(day, zone).getTime() + minutes * MINUTE_MS)
  const last = lastMonthlyDay(now, zone)
  const monthly = Array.from({ length: MONTHS }, (_, ago) => addMonths(last, -ago))
  const roundUps = [...roundUpsByDay(past, email, now, zone)]
  return [
    ...monthly.map((day) => save('every', day, MONTHLY_CENTS, morningOf(day, 6))),
    ...roundUps.map(([day, amountCents]) => save('round_up', day, amountCents, morningOf(addDays(day, 1), 5))),
  ].filter(({ amountCents, at }) => amountCents > 0n && at < now)
}

/** Of payments that were approved within three weeks, by the day of their approval. */
function roundUpsByDay(past: readonly Movement[], email: string, now: Date, zone: string): Map<string, bigint> {
  const since = startOfDay(addDays(dayOf(now, zone), -ROUND_UP_DAYS), zone)
  const sums = new Map<string, bigint>()
  for (const movement of past) {
    if (movement.kind !== 'transfer' || movement.email !== email) continue
    const { decision, amountCents } = movement
    if (!decision || decision.declineReason !== undefined || decision.at < since) continue
    const day = dayOf(decision.at, zone)
    sums.set(day, (sums.get(day) ?? 0n) + roundUpCents(amountCents, ROUND_UP_UNIT_CENTS))
  }
  return sums
}
