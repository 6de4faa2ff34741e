import { dayOf } from '#contract/bank-day.ts'
import type { SCHEDULED_PAYMENT_STATUSES, ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import { endScheduledPayment, type ScheduledPayment as LedgerScheduledPayment } from '../../ledger/scheduled-payment.ts'
import { scheduledPaymentNotification } from '../../ledger/scheduled-payment-notification.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import {
  lockOwnScheduledPayment,
  pauseScheduledPayment,
  resumeScheduledPayment,
  storeScheduledPayment,
} from '../../ledger/stop-scheduled-payments.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readScheduledPayment } from './read-scheduled-payments.ts'

type Status = (typeof SCHEDULED_PAYMENT_STATUSES)[number]
type Change = { personId: string; scheduledPaymentId: string; at: Date }

/** Under the person's lock: a run is decided before or after the change, never between. */
export async function setStatus(sql: Sql, zone: string, change: Change, status: Status): Promise<ScheduledPayment> {
  return inTransaction(sql, async (tx) => {
    const scheduled = await lockOwn(tx, change)
    if (scheduled.status !== status) await applyStatus(tx, zone, scheduled, status, change.at)
    const answer = await readScheduledPayment(tx, change.personId, scheduled.id)
    if (!answer) throw new Refusal('not_found')
    return answer
  })
}

async function applyStatus(
  tx: Tx,
  zone: string,
  scheduled: LedgerScheduledPayment,
  status: Status,
  at: Date,
): Promise<void> {
  if (scheduled.status === 'ended') throw new Refusal('order_ended')
  const { personId } = scheduled
  if (status === 'active') {
    const refusal = CANNOT_SEND[(await requireUser(tx, personId)).status]
    if (refusal) throw new Refusal(refusal)
    const resumed = await resumeScheduledPayment(tx, scheduled, dayOf(at, zone), at)
    await storeScheduledPayment(tx, resumed)
    // Its last day may have passed meanwhile.
    const notification = resumed.endReason
      ? scheduledPaymentNotification(scheduled, 'order.ended', at, { reason: resumed.endReason })
      : scheduledPaymentNotification(scheduled, 'order.approved', at, { change: 'resumed' })
    await record(tx, { notifications: [notification] })
    return
  }
  await storeScheduledPayment(
    tx,
    status === 'paused' ? pauseScheduledPayment(scheduled) : endScheduledPayment(scheduled, 'by_owner', at),
  )
  await record(tx, { notifications: [scheduledPaymentNotification(scheduled, 'order.changed', at, {})] })
}

/** The row stays: it explains the transfers that were made. */
export async function deleteScheduledPayment(sql: Sql, { personId, scheduledPaymentId, at }: Change): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const scheduled = await lockOwn(tx, { personId, scheduledPaymentId, at })
    const ended = scheduled.status === 'ended' ? scheduled : endScheduledPayment(scheduled, 'by_owner', at)
    await storeScheduledPayment(tx, { ...ended, deletedAt: at })
    await record(tx, { notifications: [scheduledPaymentNotification(scheduled, 'order.changed', at, {})] })
  })
}

async function lockOwn(tx: Tx, { personId, scheduledPaymentId }: Change): Promise<LedgerScheduledPayment> {
  await lockPerson(tx, personId)
  const scheduled = await lockOwnScheduledPayment(tx, personId, scheduledPaymentId)
  if (!scheduled) throw new Refusal('not_found')
  return scheduled
}
