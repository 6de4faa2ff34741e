import { addDays, dueOnOrAfter } from '#contract/payments/scheduled-payment-calendar.ts'
import type { EndReason } from '#contract/payments/scheduled-payment-reasons.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { endOrder, type Order } from './scheduled-payment.ts'
import { orderNotification } from './scheduled-payment-notification.ts'
import { type OrderRow, orderColumns, toOrder, updateOrders } from './scheduled-payments-store.ts'
import type { Notification } from './types.ts'

/*
 * What the owner or the closing of an account changes about orders. The caller holds the lock of the person, so no run is
 * between its decision and its commit. The order is locked too: the erasure of its payee changes it without the person's lock.
 */

/** An own order that was not deleted. */
export async function readOwnOrder(sql: Reader, personId: string, id: string): Promise<Order | null> {
  const [row] = await selectOwnOrder(sql, personId, id)
  return row ? toOrder(row) : null
}

/** The same, for a change. */
export async function lockOwnOrder(tx: Tx, personId: string, id: string): Promise<Order | null> {
  const [row] = await tx<OrderRow[]>`${selectOwnOrder(tx, personId, id)} for update`
  return row ? toOrder(row) : null
}

const selectOwnOrder = (sql: Reader, personId: string, id: string) => sql<OrderRow[]>`
  select ${orderColumns(sql)} from orders o where o.id = ${id} and o.person_id = ${personId} and o.deleted_at is null`

/** Neither a paused nor an ended order tries again what failed. */
export async function storeOrder(tx: Tx, order: Order): Promise<void> {
  await updateOrders(tx, [order])
  if (order.status !== 'active')
    await tx`
      update order_runs set status = 'skipped', try_on = null, reason = 'stopped'
      where order_id = ${order.id} and try_on is not null`
}

export const pauseOrder = (order: Order): Order => ({ ...order, status: 'paused', nextOn: null })

/** Days that passed meanwhile are not made up, and a day that was paid is not paid again. */
export async function resumeOrder(tx: Tx, order: Order, today: string, at: Date): Promise<Order> {
  const [last] = await tx<{ due_on: string | null }[]>`
    select max(due_on) as due_on from order_runs where order_id = ${order.id}`
  const from = last?.due_on && last.due_on >= today ? addDays(last.due_on, 1) : today
  const nextOn = dueOnOrAfter(order.schedule, from)
  return nextOn === null ? endOrder(order, 'finished', at) : { ...order, status: 'active', nextOn }
}

/** Orders that pay from these accounts of the person. Returns what to tell the owner. */
export async function endOrdersOf(
  tx: Tx,
  personId: string,
  accountIds: readonly string[],
  { endReason, at }: { endReason: EndReason; at: Date },
): Promise<Notification[]> {
  const rows = await tx<OrderRow[]>`
    select ${orderColumns(tx)} from orders o
    where o.person_id = ${personId} and o.account_id = any(${accountIds as string[]}::uuid[]) and o.status <> 'ended'
    order by o.id for update`
  const orders = rows.map(toOrder)
  for (const order of orders) await storeOrder(tx, endOrder(order, endReason, at))
  return orders.map((order) => orderNotification(order, 'order.ended', at, { reason: endReason }))
}
