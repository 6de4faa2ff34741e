import { formatDollars } from '#contract/money.ts'
import type { BellKind } from '#contract/notification-kinds.ts'
import type { TransactionCard } from '#contract/support.ts'

type NotificationText = { text: string; to: string }
type NotificationEvent = { kind: string; transaction: TransactionCard | null }

const transactionHref = (card: TransactionCard | null) =>
  card ? `/dashboard/transactions?search=${encodeURIComponent(card.reference)}` : '/dashboard/transactions'

const MONEY_TEXTS: Partial<Record<BellKind, (amount: string) => string>> = {
  'deposit.approved': (amount) => `Deposit${amount} approved`,
  'deposit.declined': (amount) => `Deposit${amount} declined`,
  'deposit.received': (amount) => `You received${amount || ' money'}`.replace(' of ', ' '),
  'transfer.approved': (amount) => `Transfer${amount} approved`,
  'transfer.declined': (amount) => `Transfer${amount} declined`,
  'account.funded': (amount) => `The bank added${amount || ' money'}`.replace(' of ', ' '),
  'account.debited': (amount) => `The bank took${amount || ' money'}`.replace(' of ', ' '),
}

const OTHER_TEXTS: Partial<Record<BellKind, NotificationText>> = {
  'support.answered': { text: 'New message from support', to: '/dashboard/support-user' },
  'pin.reset': { text: 'Your PIN was reset', to: '/code' },
  'code.set': { text: 'A transaction code was set', to: '/dashboard/transfer' },
  'code.cleared': { text: 'Your transaction code was removed', to: '/dashboard/transfer' },
  'status.changed': { text: 'The status of your account changed', to: '/dashboard' },
  'password.changed': { text: 'Your password was changed', to: '/dashboard/settings' },
  'email.changed': { text: 'Your e-mail address was changed', to: '/dashboard/settings' },
}

/** Text and link of a notification; null for events without a text. */
export function notificationText(
  { kind, transaction }: NotificationEvent,
  hideAmounts: boolean,
): NotificationText | null {
  const money = MONEY_TEXTS[kind as BellKind]
  if (!money) return OTHER_TEXTS[kind as BellKind] ?? null
  const amount = transaction && !hideAmounts ? ` of ${formatDollars(Math.abs(transaction.amount))}` : ''
  return { text: money(amount), to: transactionHref(transaction) }
}

/** Groups consecutive support replies into one line with their number. */
export function groupReplies<Item extends { kind: string; read: boolean }>(latest: readonly Item[]) {
  const lines: { notification: Item; count: number }[] = []
  for (const notification of latest) {
    const last = lines.at(-1)
    const { kind, read } = notification
    const continuesGroup =
      kind === 'support.answered' && last?.notification.kind === kind && last.notification.read === read
    if (continuesGroup) last.count += 1
    else lines.push({ notification, count: 1 })
  }
  return lines
}
