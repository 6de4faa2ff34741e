import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { ScheduledPayment } from './scheduled-payment.ts'
import type { Notification } from './types.ts'

/** Has enough for an email: the scheduled payment may have changed by the time it is sent. */
export const scheduledPaymentNotification = (
  scheduled: ScheduledPayment,
  kind: NotificationKind,
  at: Date,
  details: object,
): Notification => ({
  personId: scheduled.personId,
  kind,
  data: {
    orderId: scheduled.id,
    name: scheduled.name,
    payee: scheduled.counterparty.name,
    amountCents: String(scheduled.amountCents),
    ...details,
  },
  at,
})
