import { toCents } from '#contract/money.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'

export type ComingPayment = {
  /** Several may be tried again on one day. */
  key: string
  scheduledPayment: Pick<ScheduledPayment, '_id' | 'name' | 'accountId'>
  day: string
  amount: number
  /** An earlier try failed. */
  isRetry: boolean
  /** What the paying account has after this payment and those before it; null while its balance is unknown. */
  leavesCents: bigint | null
}

const MAIN = 'main'

/**
 * The next due days of all scheduled payments, earliest first. `balanceOf` has the available balance of an account,
 * undefined: the main one. Income until then is unknown, so what is left is of today's balance.
 */
export function comingPayments(
  scheduledPayments: readonly ScheduledPayment[],
  balanceOf: (accountId: string | undefined) => number | undefined,
  count: number,
): ComingPayment[] {
  const left = new Map<string, bigint | null>()
  const due = scheduledPayments
    .filter(({ status }) => status === 'active')
    .flatMap((scheduledPayment) => [...retriesOf(scheduledPayment), ...duesOf(scheduledPayment)])
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.scheduledPayment.name.localeCompare(b.scheduledPayment.name))
    .slice(0, count)
  return due.map(({ key, scheduledPayment, day, isRetry }) => {
    const account = scheduledPayment.accountId ?? MAIN
    const before = left.has(account) ? left.get(account) : toCentsOrNull(balanceOf(scheduledPayment.accountId))
    const leavesCents = before == null ? null : before - (toCents(scheduledPayment.amount) ?? 0n)
    left.set(account, leavesCents)
    return { key, scheduledPayment, day, amount: scheduledPayment.amount, isRetry, leavesCents }
  })
}

const toCentsOrNull = (amount: number | undefined) => (amount === undefined ? null : toCents(amount))

const duesOf = (scheduledPayment: ScheduledPayment) =>
  scheduledPayment.nextDays.map((day) => ({
    key: `${scheduledPayment._id} ${day}`,
    scheduledPayment,
    day,
    isRetry: false,
  }))

const retriesOf = (scheduledPayment: ScheduledPayment) =>
  scheduledPayment.retryDays.map((day, place) => ({
    key: `${scheduledPayment._id} retry ${place}`,
    scheduledPayment,
    day,
    isRetry: true,
  }))
