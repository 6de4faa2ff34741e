import { formatMoney } from '#contract/money.ts'
import type { BellKind, ToastKind } from '#contract/notification-kinds.ts'
import type { TransactionCard } from '#contract/support.ts'

type NotificationText = { text: string; to: string }
type TextTemplate = (transaction: TransactionCard | null, hideAmounts: boolean) => NotificationText

const transactionText =
  (withAmount: (amount: string) => string, withoutAmount: string): TextTemplate =>
  (transaction, hideAmounts) => ({
    text: transaction && !hideAmounts ? withAmount(formatMoney(Math.abs(transaction.amount))) : withoutAmount,
    to: transaction
      ? `/dashboard/transactions?search=${encodeURIComponent(transaction.reference)}`
      : '/dashboard/transactions',
  })

const fixedText =
  (text: string, to: string): TextTemplate =>
  () => ({ text, to })

const TEXTS = {
  'deposit.approved': transactionText((amount) => `Deposit of ${amount} approved`, 'Deposit approved'),
  'deposit.declined': transactionText((amount) => `Deposit of ${amount} declined`, 'Deposit declined'),
  'deposit.received': transactionText((amount) => `You received ${amount}`, 'You received money'),
  'transfer.approved': transactionText((amount) => `Transfer of ${amount} approved`, 'Transfer approved'),
  'transfer.completed': transactionText((amount) => `Transfer of ${amount} completed`, 'Transfer completed'),
  'transfer.declined': transactionText((amount) => `Transfer of ${amount} declined`, 'Transfer declined'),
  'transfer.returned': transactionText((amount) => `Transfer of ${amount} came back`, 'Transfer came back'),
  'account.funded': transactionText((amount) => `We added ${amount} to your account`, 'We added money to your account'),
  'account.debited': transactionText(
    (amount) => `We deducted ${amount} from your account`,
    'We deducted money from your account',
  ),
  'transaction.reversed': transactionText(
    (amount) => `We reversed a transaction of ${amount}`,
    'We reversed a transaction',
  ),
  'order.approved': fixedText('Your scheduled payment was set up or changed', '/dashboard/orders'),
  'order.changed': fixedText('A scheduled payment was paused or ended', '/dashboard/orders'),
  'order.run_failed': fixedText('A scheduled payment could not be made. We’ll try again tomorrow', '/dashboard/orders'),
  'order.run_skipped': fixedText('A scheduled payment was skipped', '/dashboard/orders'),
  'order.ended': fixedText('A scheduled payment has ended', '/dashboard/orders'),
  'support.answered': fixedText('New message from support', '/dashboard/support-user'),
  'conversation.assigned': fixedText('A conversation was assigned to you', '/dashboard/support?assigned=mine'),
  'pin.reset': fixedText('Your PIN was reset', '/code'),
  'limit.changed': fixedText('Your daily limit was changed', '/dashboard/settings#limits'),
  'code.set': fixedText('Your transfers now need a transaction code', '/dashboard/transfer'),
  'code.cleared': fixedText('Your transfers no longer need a transaction code', '/dashboard/transfer'),
  'account.frozen': fixedText('Your account is frozen. Contact support', '/dashboard/support-user'),
  'account.unfrozen': fixedText('Your account is no longer frozen', '/dashboard'),
  'account.closed': fixedText('Your account was closed', '/dashboard'),
  'mail_server.changed': fixedText('The bank’s mail server was changed', '/dashboard/admin-settings'),
  'status.changed': fixedText('Your account status changed', '/dashboard'),
  'verification.rejected': fixedText('We could not accept your documents', '/dashboard/verification'),
  'data.exported': fixedText('A file with all your data was downloaded', '/dashboard/security'),
  'password.changed': fixedText('Your password was changed', '/dashboard/settings'),
  'login.new_device': fixedText('New log-in from a device we don’t know', '/dashboard/security'),
  'factor.added': fixedText('A second factor was added to your account', '/dashboard/security'),
  'factor.removed': fixedText('A second factor was removed from your account', '/dashboard/security'),
  'factors.reset': fixedText('Our team removed your second factors', '/dashboard/security'),
  'recovery_codes.replaced': fixedText('Your recovery codes were replaced', '/dashboard/security'),
  'email.changed': fixedText('Your email address was changed', '/dashboard/settings'),
  'email.restored': fixedText('The change of your email address was undone', '/dashboard/security'),
} satisfies Record<BellKind | ToastKind, TextTemplate>

/** The text of a notification in the bell or a toast, and the page it links to. */
export const notificationText = (
  { kind, transaction }: { kind: BellKind | ToastKind; transaction: TransactionCard | null },
  hideAmounts: boolean,
): NotificationText => TEXTS[kind](transaction, hideAmounts)

/** Merges consecutive replies from support into one line with their count, so that they don't fill the bell. */
export function groupReplies<Item extends { kind: BellKind; read: boolean }>(latest: readonly Item[]) {
  const lines: { notification: Item; count: number }[] = []
  for (const notification of latest) {
    const previous = lines.at(-1)
    const { kind, read } = notification
    const sameGroup =
      kind === 'support.answered' && previous?.notification.kind === kind && previous.notification.read === read
    if (sameGroup) previous.count += 1
    else lines.push({ notification, count: 1 })
  }
  return lines
}
