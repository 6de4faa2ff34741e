import { dayOf } from '#contract/bank-day.ts'
import type { ORDER_STATUSES, Order } from '#contract/payments/scheduled-payments.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import { endOrder, type Order as LedgerOrder } from '../../ledger/scheduled-payment.ts'
import { orderNotification } from '../../ledger/scheduled-payment-notification.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import { lockOwnOrder, pauseOrder, resumeOrder, storeOrder } from '../../ledger/stop-scheduled-payments.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readOrder } from './read-scheduled-payments.ts'

type Status = (typeof ORDER_STATUSES)[number]
type Change = { personId: string; orderId: string; at: Date }

/** Under the person's lock: a run is decided before or after the change, never between. */
export async function setStatus(sql: Sql, zone: string, change: Change, status: Status): Promise<Order> {
  return inTransaction(sql, async (tx) => {
    const order = await lockOwn(tx, change)
    if (order.status !== status) await applyStatus(tx, zone, order, status, change.at)
    const answer = await readOrder(tx, change.personId, order.id)
    if (!answer) throw new Refusal('not_found')
    return answer
  })
}

async function applyStatus(tx: Tx, zone: string, order: LedgerOrder, status: Status, at: Date): Promise<void> {
  if (order.status === 'ended') throw new Refusal('order_ended')
  const { personId } = order
  if (status === 'active') {
    const refusal = CANNOT_SEND[(await requireUser(tx, personId)).status]
    if (refusal) throw new Refusal(refusal)
    const resumed = await resumeOrder(tx, order, dayOf(at, zone), at)
    await storeOrder(tx, resumed)
    // Its last day may have passed meanwhile.
    const notification = resumed.endReason
      ? orderNotification(order, 'order.ended', at, { reason: resumed.endReason })
      : orderNotification(order, 'order.approved', at, { change: 'resumed' })
    await record(tx, { notifications: [notification] })
    return
  }
  await storeOrder(tx, status === 'paused' ? pauseOrder(order) : endOrder(order, 'by_owner', at))
  await record(tx, { notifications: [orderNotification(order, 'order.changed', at, {})] })
}

/** The row stays: it explains the transfers that were made. */
export async function deleteOrder(sql: Sql, { personId, orderId, at }: Change): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const order = await lockOwn(tx, { personId, orderId, at })
    const ended = order.status === 'ended' ? order : endOrder(order, 'by_owner', at)
    await storeOrder(tx, { ...ended, deletedAt: at })
    await record(tx, { notifications: [orderNotification(order, 'order.changed', at, {})] })
  })
}

async function lockOwn(tx: Tx, { personId, orderId }: Change): Promise<LedgerOrder> {
  await lockPerson(tx, personId)
  const order = await lockOwnOrder(tx, personId, orderId)
  if (!order) throw new Refusal('not_found')
  return order
}
