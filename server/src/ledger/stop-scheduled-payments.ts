import { addDays, dueOnOrAfter } from '#contract/payments/scheduled-payment-calendar.ts'
import type { EndReason } from '#contract/payments/scheduled-payment-reasons.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { endScheduledPayment, type ScheduledPayment } from './scheduled-payment.ts'
import { scheduledPaymentNotification } from './scheduled-payment-notification.ts'
import {
  type ScheduledPaymentRow,
  scheduledPaymentColumns,
  toScheduledPayment,
  updateScheduledPayments,
} from './scheduled-payments-store.ts'
import type { Notification } from './types.ts'

/*
 * What the owner or the closing of an account changes about scheduled payments. The caller holds the lock of the person, so
 * no run is between its decision and its commit. The scheduled payment is locked too: the erasure of its payee changes it
 * without the person's lock.
 */

/** An own scheduled payment that was not deleted. */
export async function readOwnScheduledPayment(
  sql: Reader,
  personId: string,
  id: string,
): Promise<ScheduledPayment | null> {
  const [row] = await selectOwnScheduledPayment(sql, personId, id)
  return row ? toScheduledPayment(row) : null
}

/** An own scheduled payment that was not deleted, locked for a change. */
export async function lockOwnScheduledPayment(tx: Tx, personId: string, id: string): Promise<ScheduledPayment | null> {
  const [row] = await tx<ScheduledPaymentRow[]>`${selectOwnScheduledPayment(tx, personId, id)} for update`
  return row ? toScheduledPayment(row) : null
}

const selectOwnScheduledPayment = (sql: Reader, personId: string, id: string) => sql<ScheduledPaymentRow[]>`
  select ${scheduledPaymentColumns(sql)} from orders o where o.id = ${id} and o.person_id = ${personId} and o.deleted_at is null`

/** Neither a paused nor an ended scheduled payment tries again what failed. */
export async function storeScheduledPayment(tx: Tx, scheduled: ScheduledPayment): Promise<void> {
  await updateScheduledPayments(tx, [scheduled])
  if (scheduled.status !== 'active')
    await tx`
      update order_runs set status = 'skipped', try_on = null, reason = 'stopped'
      where order_id = ${scheduled.id} and try_on is not null`
}

export const pauseScheduledPayment = (scheduled: ScheduledPayment): ScheduledPayment => ({
  ...scheduled,
  status: 'paused',
  nextOn: null,
})

/** Days that passed meanwhile are not made up, and a day that was paid is not paid again. */
export async function resumeScheduledPayment(
  tx: Tx,
  scheduled: ScheduledPayment,
  today: string,
  at: Date,
): Promise<ScheduledPayment> {
  const [last] = await tx<{ due_on: string | null }[]>`
    select max(due_on) as due_on from order_runs where order_id = ${scheduled.id}`
  const from = last?.due_on && last.due_on >= today ? addDays(last.due_on, 1) : today
  const nextOn = dueOnOrAfter(scheduled.schedule, from)
  return nextOn === null ? endScheduledPayment(scheduled, 'finished', at) : { ...scheduled, status: 'active', nextOn }
}

/** Scheduled payments that pay from these accounts of the person. Returns what to tell the owner. */
export async function endScheduledPaymentsOf(
  tx: Tx,
  personId: string,
  accountIds: readonly string[],
  { endReason, at }: { endReason: EndReason; at: Date },
): Promise<Notification[]> {
  const rows = await tx<ScheduledPaymentRow[]>`
    select ${scheduledPaymentColumns(tx)} from orders o
    where o.person_id = ${personId} and o.account_id = any(${accountIds as string[]}::uuid[]) and o.status <> 'ended'
    order by o.id for update`
  const scheduledPayments = rows.map(toScheduledPayment)
  for (const scheduled of scheduledPayments)
    await storeScheduledPayment(tx, endScheduledPayment(scheduled, endReason, at))
  return scheduledPayments.map((scheduled) =>
    scheduledPaymentNotification(scheduled, 'order.ended', at, { reason: endReason }),
  )
}
