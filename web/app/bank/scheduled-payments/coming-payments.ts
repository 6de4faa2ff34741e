import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/payments/scheduled-payments.ts'

export type ComingPayment = {
  /** Several may be tried again on one day. */
  key: string
  order: Pick<Order, '_id' | 'name' | 'accountId'>
  day: string
  amount: number
  /** An earlier try failed. */
  isRetry: boolean
  /** What the paying account has after this payment and those before it; null while its balance is unknown. */
  leavesCents: bigint | null
}

const MAIN = 'main'

/**
 * The next payments over all orders, earliest first. `balanceOf` has the available balance of an account, undefined: the main
 * one. Income until then is unknown, so what is left is of today's balance.
 */
export function comingPayments(
  orders: readonly Order[],
  balanceOf: (accountId: string | undefined) => number | undefined,
  count: number,
): ComingPayment[] {
  const left = new Map<string, bigint | null>()
  const due = orders
    .filter(({ status }) => status === 'active')
    .flatMap((order) => [...retriesOf(order), ...duesOf(order)])
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.order.name.localeCompare(b.order.name))
    .slice(0, count)
  return due.map(({ key, order, day, isRetry }) => {
    const account = order.accountId ?? MAIN
    const before = left.has(account) ? left.get(account) : toCentsOrNull(balanceOf(order.accountId))
    const leavesCents = before == null ? null : before - (toCents(order.amount) ?? 0n)
    left.set(account, leavesCents)
    return { key, order, day, amount: order.amount, isRetry, leavesCents }
  })
}

const toCentsOrNull = (amount: number | undefined) => (amount === undefined ? null : toCents(amount))

const duesOf = (order: Order) =>
  order.nextDays.map((day) => ({ key: `${order._id} ${day}`, order, day, isRetry: false }))

const retriesOf = (order: Order) =>
  order.retryDays.map((day, place) => ({ key: `${order._id} retry ${place}`, order, day, isRetry: true }))
