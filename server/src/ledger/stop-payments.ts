import type { Tx } from '../platform/db/connection.ts'
import { withMain } from './account.ts'
import { commitWith } from './core/commit-batch.ts'
import { scheduledPaymentNotification } from './scheduled-payment-notification.ts'
import { type ScheduledPaymentRow, scheduledPaymentColumns, toScheduledPayment } from './scheduled-payments-store.ts'
import { pauseScheduledPayment, storeScheduledPayment } from './stop-scheduled-payments.ts'
import type { CancelCommand, Notification } from './types.ts'

/** `since`: what was made from then on may be a thief's. */
type Suspicion = { personId: string; since: Date; at: Date; requestId: string }

export type StoppedPayments = {
  cancelledTransfers: number
  pausedOrders: number
  /** What happened to each scheduled payment; the caller records it. */
  notifications: Notification[]
}

/**
 * The owner of an account takes it back: cancels their transfers that are still pending, and pauses their scheduled
 * payments, both if made since then. The caller holds the person's lock. The first to get it, this or a decision of
 * staff, has decided; money that has left is not touched.
 */
export async function stopPaymentsSince(tx: Tx, suspicion: Suspicion): Promise<StoppedPayments> {
  const cancelledTransfers = await cancelTransfersSince(tx, suspicion)
  const notifications = await pauseScheduledPaymentsSince(tx, suspicion)
  return { cancelledTransfers, pausedOrders: notifications.length, notifications }
}

/**
 * A transfer of a scheduled payment that is older stays: the owner made it, whatever day it fell due. Only own accounts
 * are locked, after the person: a cancelled transfer doesn't touch its receiver.
 */
async function cancelTransfersSince(tx: Tx, { personId, since, at, requestId }: Suspicion): Promise<number> {
  const pending = await tx<{ id: string; account_id: string }[]>`
    select t.id, t.account_id from accounts a join transactions t on t.account_id = a.id
    where a.owner_id = ${personId} and t.status = 'Pending' and t.type = 'Transfer' and t.submitted_at >= ${since}
      and t.method <> 'adjustment' and t.reverses_id is null
      and not exists (
        select 1 from orders o join order_runs r on r.order_id = o.id
        where o.person_id = ${personId} and o.created_at < ${since} and r.transaction_id = t.id)
    order by t.id`
  if (pending.length === 0) return 0
  const actor = { kind: 'system', job: 'secure_account', personId } as const
  const commands = pending.map(
    ({ id: transactionId }): CancelCommand => ({
      kind: 'cancel',
      actor,
      at,
      requestId,
      idempotency: null,
      transactionId,
    }),
  )
  const accountIds = [...new Set(withMain(personId, ...pending.map(({ account_id }) => account_id)))]
  const outcomes = await commitWith(tx, commands, { accountIds, ownerIds: [personId] })
  return outcomes.filter(({ ok }) => ok).length
}

async function pauseScheduledPaymentsSince(tx: Tx, { personId, since, at }: Suspicion): Promise<Notification[]> {
  const rows = await tx<ScheduledPaymentRow[]>`
    select ${scheduledPaymentColumns(tx)} from orders o
    where o.person_id = ${personId} and o.status = 'active' and o.created_at >= ${since}
    order by o.id for update`
  const active = rows.map(toScheduledPayment)
  for (const scheduled of active) await storeScheduledPayment(tx, pauseScheduledPayment(scheduled))
  return active.map((scheduled) => scheduledPaymentNotification(scheduled, 'order.changed', at, {}))
}
