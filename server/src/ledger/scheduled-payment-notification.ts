import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Order } from './scheduled-payment.ts'
import type { Notification } from './types.ts'

/** Has enough for an email: the order may have changed by the time it is sent. */
export const orderNotification = (order: Order, kind: NotificationKind, at: Date, details: object): Notification => ({
  personId: order.personId,
  kind,
  data: {
    orderId: order.id,
    name: order.name,
    payee: order.counterparty.name,
    amountCents: String(order.amountCents),
    ...details,
  },
  at,
})
