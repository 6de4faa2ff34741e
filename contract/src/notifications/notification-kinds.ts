import type { Permission } from '../permissions.ts'

/** Topic of a live event: the name of the event in the stream, by which a page decides what to reload. */
export const LIVE_TOPICS = [
  'message',
  'seen',
  'transaction',
  'balance',
  'account',
  'contact',
  'proposal',
  'conversation',
  'reset',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

type NotificationRules = {
  topic: Exclude<LiveTopic, 'contact' | 'conversation' | 'proposal' | 'reset'>
  /** How the bell shows it; null: it is not in the bell and never unread. */
  bell: 'success' | 'declined' | 'message' | 'info' | null
  /** Security emails are 'always' sent; customers can turn off the 'optional' ones. */
  mail: 'always' | 'optional' | 'never'
  /** To browsers that asked for it. What is pushed is sent by email too, in the same words. */
  push: 'always' | 'optional' | 'never'
  /** What an open page does: reload the data and show a toast, only reload, or nothing. */
  live: 'toast' | 'reload' | 'none'
}

/**
 * Every notification the bank sends to a person. Ledger, bell, emails, live events and toasts are typed by this table: a new
 * kind does not compile before each of them handles it. Pages load this file, so it has no schemas.
 */
export const NOTIFICATIONS = {
  'deposit.submitted': { topic: 'balance', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'deposit.approved': { topic: 'transaction', bell: 'success', mail: 'optional', push: 'optional', live: 'toast' },
  'deposit.declined': { topic: 'transaction', bell: 'declined', mail: 'optional', push: 'optional', live: 'toast' },
  'deposit.received': { topic: 'transaction', bell: 'success', mail: 'optional', push: 'optional', live: 'toast' },
  'transfer.submitted': { topic: 'balance', bell: null, mail: 'never', push: 'never', live: 'reload' },
  // At once, inside the bank: the page that sent it shows the result.
  'transfer.completed': { topic: 'transaction', bell: 'success', mail: 'optional', push: 'optional', live: 'reload' },
  'transfer.approved': { topic: 'transaction', bell: 'success', mail: 'optional', push: 'optional', live: 'toast' },
  'transfer.declined': { topic: 'transaction', bell: 'declined', mail: 'optional', push: 'optional', live: 'toast' },
  // The external bank sent the money back.
  'transfer.returned': { topic: 'transaction', bell: 'info', mail: 'optional', push: 'optional', live: 'toast' },
  // Each is told once per month and category.
  'budget.nearly_spent': { topic: 'account', bell: 'info', mail: 'optional', push: 'optional', live: 'toast' },
  'budget.spent': { topic: 'account', bell: 'info', mail: 'optional', push: 'optional', live: 'toast' },
  // The customer did it: other devices only reload.
  'transfer.cancelled': { topic: 'transaction', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'adjustment.proposed': { topic: 'balance', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'adjustment.declined': { topic: 'transaction', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'account.funded': { topic: 'balance', bell: 'success', mail: 'never', push: 'never', live: 'toast' },
  'account.debited': { topic: 'balance', bell: 'success', mail: 'never', push: 'never', live: 'toast' },
  // The person moved it between their own accounts, and sees it on other devices.
  'money.moved': { topic: 'balance', bell: null, mail: 'never', push: 'never', live: 'reload' },
  // Scheduled, resumed, or another amount or message: the owner hears about everything that lets money out.
  'order.approved': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  // Paused, ended or deleted: a session is enough for that, so the owner sees it.
  'order.changed': { topic: 'account', bell: 'info', mail: 'never', push: 'never', live: 'reload' },
  'order.run_failed': { topic: 'account', bell: 'declined', mail: 'optional', push: 'optional', live: 'toast' },
  'order.run_skipped': { topic: 'account', bell: 'declined', mail: 'optional', push: 'optional', live: 'toast' },
  // By the bank, because it can't be paid any more.
  'order.ended': { topic: 'account', bell: 'declined', mail: 'optional', push: 'optional', live: 'toast' },
  // A rule of a savings account found too little money: nothing was moved.
  'savings.skipped': { topic: 'account', bell: 'info', mail: 'never', push: 'never', live: 'reload' },
  // A savings account was opened, renamed or closed, or has other rules.
  'accounts.changed': { topic: 'account', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'transaction.reversed': { topic: 'transaction', bell: 'info', mail: 'optional', push: 'optional', live: 'toast' },
  // The customer wrote it on another device: the open thread shows it, and nothing else changes.
  'support.sent': { topic: 'message', bell: null, mail: 'never', push: 'never', live: 'none' },
  'support.answered': { topic: 'message', bell: 'message', mail: 'optional', push: 'optional', live: 'toast' },
  // For the colleague who is to answer.
  'conversation.assigned': { topic: 'account', bell: 'message', mail: 'never', push: 'never', live: 'toast' },
  'support.seen': { topic: 'seen', bell: null, mail: 'never', push: 'never', live: 'reload' },
  // The daily limit, by the person or by staff. A raise says so a day before it takes effect.
  'limit.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  // A PIN sends money: the owner hears of it, and of every account that is saved to be paid.
  'pin.created': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  'payee.added': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  'payee.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  // By the person, with the old PIN or with a link to their mailbox.
  'pin.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'pin.recovery_requested': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'none' },
  'pin.reset': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'code.set': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'code.cleared': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'account.frozen': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'account.unfrozen': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'account.closed': { topic: 'account', bell: 'info', mail: 'always', push: 'never', live: 'toast' },
  // For webhooks: the person can no longer sign in.
  'person.erased': { topic: 'account', bell: null, mail: 'never', push: 'never', live: 'none' },
  'mail_server.changed': { topic: 'account', bell: 'info', mail: 'never', push: 'never', live: 'toast' },
  // Data about customers leaves the bank from now on: every administrator hears of it.
  'webhook.added': { topic: 'account', bell: 'info', mail: 'never', push: 'never', live: 'toast' },
  // By the bank, after too many failures.
  'webhook.disabled': { topic: 'account', bell: 'declined', mail: 'always', push: 'never', live: 'toast' },
  'status.changed': { topic: 'account', bell: 'info', mail: 'never', push: 'never', live: 'toast' },
  // It replaces 'status.changed', which would not say why.
  'verification.approved': { topic: 'account', bell: 'success', mail: 'always', push: 'always', live: 'toast' },
  'verification.rejected': { topic: 'account', bell: 'declined', mail: 'always', push: 'always', live: 'toast' },
  // A verified person asked for another name or date of birth, and the decision of staff; 'name.changed' also without a request.
  'name.change_requested': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  'name.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'name.change_rejected': { topic: 'account', bell: 'declined', mail: 'always', push: 'always', live: 'toast' },
  'password.reset_requested': { topic: 'account', bell: null, mail: 'always', push: 'always', live: 'reload' },
  // Created at the desk, or invited as staff: with the link to set the first password.
  'password.invited': { topic: 'account', bell: null, mail: 'always', push: 'never', live: 'none' },
  // Everything about the person left the bank in one file.
  'data.exported': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'password.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  // The owner said that a log-in was not theirs. 'email.restored' says it where an address came back too.
  'account.secured': { topic: 'balance', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  'login.new_device': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'factor.added': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'factor.removed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'factors.reset': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  // Without four eyes one member of staff removes them alone: every administrator hears of it.
  'factors.reset_by_staff': { topic: 'account', bell: 'info', mail: 'always', push: 'never', live: 'toast' },
  // Every administrator is told of a new colleague, and of one who left.
  'staff.joined': { topic: 'account', bell: 'info', mail: 'always', push: 'never', live: 'toast' },
  'staff.left': { topic: 'account', bell: 'info', mail: 'always', push: 'never', live: 'toast' },
  'recovery_codes.replaced': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'api_key.created': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  'api_key.revoked': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  // From now on a browser is told what happens, also after its session has expired.
  'push.added': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
  'email.changed': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'toast' },
  // Goes to the last confirmed address; 'email.changed' goes to the new one.
  'email.replaced': { topic: 'account', bell: null, mail: 'always', push: 'never', live: 'reload' },
  'email.confirmation_requested': { topic: 'account', bell: null, mail: 'always', push: 'never', live: 'none' },
  'email.confirmed': { topic: 'account', bell: null, mail: 'never', push: 'never', live: 'reload' },
  'email.restored': { topic: 'account', bell: 'info', mail: 'always', push: 'always', live: 'reload' },
} as const satisfies Record<string, NotificationRules>

type Table = typeof NOTIFICATIONS
export type NotificationKind = keyof Table
type KindsWith<Rules> = { [Kind in NotificationKind]: Table[Kind] extends Rules ? Kind : never }[NotificationKind]

export type BellKind = Exclude<NotificationKind, KindsWith<{ bell: null }>>
export type BellStyle = NonNullable<Table[NotificationKind]['bell']>
export type MailKind = Exclude<NotificationKind, KindsWith<{ mail: 'never' }>>
export type OptionalMailKind = KindsWith<{ mail: 'optional' }>
export type PushKind = Exclude<NotificationKind, KindsWith<{ push: 'never' }>>
export type OptionalPushKind = KindsWith<{ push: 'optional' }>
export type ToastKind = KindsWith<{ live: 'toast' }>

const KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[]
export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATIONS, kind)
export const isBellKind = (kind: string): kind is BellKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].bell !== null
export const isMailKind = (kind: string): kind is MailKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].mail !== 'never'
export const isOptionalMailKind = (kind: string): kind is OptionalMailKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].mail === 'optional'
export const isPushKind = (kind: string): kind is PushKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].push !== 'never'
export const isOptionalPushKind = (kind: string): kind is OptionalPushKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].push === 'optional'
export const isToastKind = (kind: string): kind is ToastKind =>
  isNotificationKind(kind) && NOTIFICATIONS[kind].live === 'toast'

export const BELL_KINDS = KINDS.filter(isBellKind)
export const OPTIONAL_MAIL_KINDS = KINDS.filter(isOptionalMailKind)
export const OPTIONAL_PUSH_KINDS = KINDS.filter(isOptionalPushKind)

/**
 * Events that go to all staff with the `permission` instead of one person: live only, neither in the bell nor by mail. They
 * reload the page; a toast is for those whose `work` it is.
 */
export const OFFICE_EVENTS = {
  // A customer's message; that of a member of staff is a reply.
  'office.message': { topic: 'message', permission: 'support:read', work: 'support:reply' },
  'office.reply': { topic: 'message', permission: 'support:read', work: 'support:reply' },
  'office.seen': { topic: 'seen', permission: 'support:read', work: 'support:reply' },
  // Assigned, solved or reopened.
  'office.conversation': { topic: 'conversation', permission: 'support:read', work: 'support:reply' },
  'office.waiting': { topic: 'transaction', permission: 'people:read', work: 'money:decide' },
  'office.verification': { topic: 'account', permission: 'people:edit', work: 'people:edit' },
  'office.proposed': { topic: 'proposal', permission: 'secrets:reset', work: 'secrets:reset' },
  'office.contact': { topic: 'contact', permission: 'support:read', work: 'support:reply' },
  'office.newsletter': { topic: 'contact', permission: 'support:read', work: 'support:reply' },
} as const satisfies Record<string, { topic: LiveTopic; permission: Permission; work: Permission }>
export type OfficeEventKind = keyof typeof OFFICE_EVENTS
export const isOfficeEventKind = (kind: string): kind is OfficeEventKind => Object.hasOwn(OFFICE_EVENTS, kind)
