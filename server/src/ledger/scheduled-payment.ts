import { dayOf } from '#contract/bank-day.ts'
import type { Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import type { EndReason, RunReason } from '#contract/payments/scheduled-payment-reasons.ts'
import type { RUN_STATUSES, SCHEDULED_PAYMENT_STATUSES } from '#contract/payments/scheduled-payments.ts'
import type { Payment } from './payment.ts'

/** A scheduled payment. Payee, schedule and paying account never change. */
export type ScheduledPayment = Omit<Payment, 'schedule'> & {
  id: string
  personId: string
  accountId: string
  name: string
  schedule: Schedule
  status: (typeof SCHEDULED_PAYMENT_STATUSES)[number]
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

/** What became of one due day. There is one per scheduled payment and due day, over all its tries. */
export type ScheduledPaymentRun = {
  scheduledPaymentId: string
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

export const runKey = ({ scheduledPaymentId, dueOn }: Pick<ScheduledPaymentRun, 'scheduledPaymentId' | 'dueOn'>) =>
  `${scheduledPaymentId} ${dueOn}`

/** Made on an earlier day than it is paid: no one is submitting it now. */
export const isPlanned = ({ createdAt }: ScheduledPayment, at: Date, zone: string): boolean =>
  dayOf(createdAt, zone) < dayOf(at, zone)

export const endScheduledPayment = (scheduled: ScheduledPayment, endReason: EndReason, at: Date): ScheduledPayment => ({
  ...scheduled,
  status: 'ended',
  nextOn: null,
  endReason,
  endedAt: at,
})

/** A run that is not tried again, because its scheduled payment was paused or ended. */
export const stopRun = (run: ScheduledPaymentRun): ScheduledPaymentRun => ({
  ...run,
  status: 'skipped',
  tryOn: null,
  reason: 'stopped',
})
