import type { NotificationKind } from './notification-kinds.ts'

/** What webhooks are sent for. Pages load this file, so it has no schemas. */
export const WEBHOOK_EVENTS = [
  'transaction.created',
  'transaction.completed',
  'transaction.declined',
  'transaction.cancelled',
  'person.created',
  'person.updated',
  'account.updated',
  'order.updated',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const MAX_WEBHOOKS = 20
/** Attempts in a row, whatever they were about. */
export const DISABLED_AFTER_FAILURES = 100

/** Notifications about a transaction. The server says which events each of them is. */
const TRANSACTION_KINDS = [
  'deposit.submitted',
  'deposit.approved',
  'deposit.declined',
  'deposit.received',
  'transfer.submitted',
  'transfer.completed',
  'transfer.approved',
  'transfer.declined',
  'transfer.returned',
  'transfer.cancelled',
  'adjustment.proposed',
  'adjustment.declined',
  'account.funded',
  'account.debited',
  'money.moved',
  'transaction.reversed',
] as const satisfies NotificationKind[]
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** Notifications about a person, a savings account or a scheduled payment, with their event. */
export const STATE_KINDS = {
  // The welcome of a new person.
  'email.confirmation_requested': 'person.created',
  'email.changed': 'person.updated',
  'email.confirmed': 'person.updated',
  'email.restored': 'person.updated',
  'status.changed': 'person.updated',
  'verification.approved': 'person.updated',
  'account.frozen': 'person.updated',
  'account.unfrozen': 'person.updated',
  'account.closed': 'person.updated',
  'person.erased': 'person.updated',
  'accounts.changed': 'account.updated',
  'order.approved': 'order.updated',
  'order.changed': 'order.updated',
  'order.ended': 'order.updated',
} as const satisfies Partial<Record<NotificationKind, WebhookEvent>>

const PUBLISHED: ReadonlySet<string> = new Set([...TRANSACTION_KINDS, ...Object.keys(STATE_KINDS)])

/** Whether webhooks are sent for it. The others are messages and security notices between the bank and the person. */
export const isPublishedKind = (kind: string): boolean => PUBLISHED.has(kind)
export const isTransactionKind = (kind: string): kind is TransactionKind =>
  TRANSACTION_KINDS.some((known) => known === kind)
