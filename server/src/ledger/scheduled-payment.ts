import { dayOf } from '#contract/bank-day.ts'
import type { Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import type { EndReason, RunReason } from '#contract/payments/scheduled-payment-reasons.ts'
import type { ORDER_STATUSES, RUN_STATUSES } from '#contract/payments/scheduled-payments.ts'
import type { Payment } from './payment.ts'

/** A scheduled payment. Payee, schedule and paying account never change. */
export type Order = Omit<Payment, 'schedule'> & {
  id: string
  personId: string
  accountId: string
  name: string
  schedule: Schedule
  status: (typeof ORDER_STATUSES)[number]
  /** The earliest due day without a run; null unless active, and while only the retries of the last one remain. */
  nextOn: string | null
  /** What approved amount and message, where a passkey did. */
  authorisationId: string | null
  /** Since when the device that approved the amount was known; null where the session names none. */
  deviceSince: Date | null
  endReason: EndReason | null
  endedAt: Date | null
  createdAt: Date
  deletedAt: Date | null
}

/** What became of one due day. There is one per order and due day, over all its tries. */
export type OrderRun = {
  orderId: string
  dueOn: string
  status: (typeof RUN_STATUSES)[number]
  tries: number
  /** The day of the next try, while retrying. */
  tryOn: string | null
  reason: RunReason | null
  amountCents: bigint
  triedAt: Date
  transactionId: string | null
}

export const runKey = ({ orderId, dueOn }: Pick<OrderRun, 'orderId' | 'dueOn'>) => `${orderId} ${dueOn}`

/** Made on an earlier day than it is paid: no one is submitting it now. */
export const isPlanned = ({ createdAt }: Order, at: Date, zone: string): boolean =>
  dayOf(createdAt, zone) < dayOf(at, zone)

export const endOrder = (order: Order, endReason: EndReason, at: Date): Order => ({
  ...order,
  ...{ status: 'ended', nextOn: null, endReason, endedAt: at },
})

/** A run that is not tried again, because its order was paused or ended. */
export const stopRun = (run: OrderRun): OrderRun => ({ ...run, status: 'skipped', tryOn: null, reason: 'stopped' })
