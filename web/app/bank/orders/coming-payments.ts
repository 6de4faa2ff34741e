import { dollarsToCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

export type ComingPayment = {
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
 * The next payments over all orders, earliest first. `balanceOf` has the available dollars of an account, undefined: the main
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
    .flatMap((order) => [...retryOf(order), ...order.nextDays.map((day) => ({ order, day, isRetry: false }))])
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.order.name.localeCompare(b.order.name))
    .slice(0, count)
  return due.map(({ order, day, isRetry }) => {
    const account = order.accountId ?? MAIN
    const before = left.has(account) ? left.get(account) : toCents(balanceOf(order.accountId))
    const leavesCents = before == null ? null : before - (toCents(order.amount) ?? 0n)
    left.set(account, leavesCents)
    return { order, day, amount: order.amount, isRetry, leavesCents }
  })
}

const toCents = (dollars: number | undefined) => (dollars === undefined ? null : dollarsToCents(dollars))

const retryOf = (order: Order) =>
  order.lastRun?.nextTryOn ? [{ order, day: order.lastRun.nextTryOn, isRetry: true }] : []
