import type { TransactionCard } from '#contract/ledger/transaction.ts'
import { formatMoney } from '#contract/money.ts'
import type { BellKind, ToastKind } from '#contract/notifications/notification-kinds.ts'
import { CATEGORY_NAMES, type Category } from '#contract/payments/categories.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../i18n/i18n.ts'

type NotificationText = { text: Text; to: string }
type TextTemplate = (transaction: TransactionCard | null, hideAmounts: boolean, category?: string) => NotificationText

const transactionText =
  (withAmount: (amount: Text) => Text, withoutAmount: TextId): TextTemplate =>
  (transaction, hideAmounts) => ({
    text: transaction && !hideAmounts ? withAmount(formatMoney(Math.abs(transaction.amount))) : t(withoutAmount),
    to: transaction
      ? `/dashboard/transactions?search=${encodeURIComponent(transaction.reference)}`
      : '/dashboard/transactions',
  })

const fixedText =
  (text: TextId, to: string): TextTemplate =>
  () => ({ text: t(text), to })

const RECEIVED = transactionText((amount) => t('You received {amount}', { amount }), msg('You received money'))

const receivedFrom = (name: Text, amount: number | null) =>
  amount === null
    ? t('You received money from {name}', { name })
    : t('You received {amount} from {name}', { amount: formatMoney(Math.abs(amount)), name })

const isCategory = (name = ''): name is Category => Object.hasOwn(CATEGORY_NAMES, name)

/** A server of an earlier version does not say which budget it is, and a newer one may name a category that this page does not know. */
const budgetText =
  (withCategory: (category: Text) => Text, withoutCategory: TextId): TextTemplate =>
  (_transaction, _hideAmounts, category) => ({
    text: isCategory(category) ? withCategory(t(CATEGORY_NAMES[category])) : t(withoutCategory),
    to: '/dashboard/budgets',
  })

const TEXTS = {
  'deposit.approved': transactionText(
    (amount) => t('Deposit of {amount} approved', { amount }),
    msg('Deposit approved'),
  ),
  'deposit.declined': transactionText(
    (amount) => t('Deposit of {amount} declined', { amount }),
    msg('Deposit declined'),
  ),
  'deposit.received': (transaction, hideAmounts) => ({
    ...RECEIVED(transaction, hideAmounts),
    ...(transaction?.counterpartyName && {
      text: receivedFrom(transaction.counterpartyName, hideAmounts ? null : transaction.amount),
    }),
  }),
  'transfer.approved': transactionText(
    (amount) => t('Transfer of {amount} approved', { amount }),
    msg('Transfer approved'),
  ),
  'transfer.completed': transactionText(
    (amount) => t('Transfer of {amount} completed', { amount }),
    msg('Transfer completed'),
  ),
  'transfer.declined': transactionText(
    (amount) => t('Transfer of {amount} declined', { amount }),
    msg('Transfer declined'),
  ),
  'transfer.returned': transactionText(
    (amount) => t('Transfer of {amount} came back', { amount }),
    msg('Transfer came back'),
  ),
  'account.funded': transactionText(
    (amount) => t('We added {amount} to your account', { amount }),
    msg('We added money to your account'),
  ),
  'account.debited': transactionText(
    (amount) => t('We deducted {amount} from your account', { amount }),
    msg('We deducted money from your account'),
  ),
  'transaction.reversed': transactionText(
    (amount) => t('We reversed a transaction of {amount}', { amount }),
    msg('We reversed a transaction'),
  ),
  'budget.nearly_spent': budgetText(
    (category) => t('{category}: 80% of the budget is spent', { category }),
    msg('80% of a budget is spent'),
  ),
  'budget.spent': budgetText(
    (category) => t('{category}: the budget is spent', { category }),
    msg('A budget is spent'),
  ),
  'order.approved': fixedText(msg('Your scheduled payment was set up or changed'), '/dashboard/orders'),
  'order.changed': fixedText(msg('A scheduled payment was paused or ended'), '/dashboard/orders'),
  'order.run_failed': fixedText(
    msg('A scheduled payment could not be made. We’ll try again tomorrow'),
    '/dashboard/orders',
  ),
  'order.run_skipped': fixedText(msg('A scheduled payment was skipped'), '/dashboard/orders'),
  'order.ended': fixedText(msg('A scheduled payment has ended'), '/dashboard/orders'),
  'savings.skipped': fixedText(msg('Saving was skipped: there was not enough money'), '/dashboard'),
  'support.answered': fixedText(msg('New message from support'), '/dashboard/support-user'),
  'conversation.assigned': fixedText(msg('A conversation was assigned to you'), '/dashboard/support?assigned=mine'),
  'pin.created': fixedText(msg('A PIN was created for your account'), '/dashboard/security'),
  'payee.added': fixedText(msg('A payee was saved'), '/dashboard/payees'),
  'payee.changed': fixedText(msg('The account of a payee was changed'), '/dashboard/payees'),
  'pin.changed': fixedText(msg('Your PIN was changed'), '/dashboard/pin'),
  'pin.recovery_requested': fixedText(msg('We emailed you a link to set a new PIN'), '/dashboard/security'),
  'pin.reset': fixedText(msg('Your PIN was reset'), '/code'),
  'limit.changed': fixedText(msg('Your daily limit was changed'), '/dashboard/settings/payments'),
  'code.set': fixedText(msg('Your transfers now need a transaction code'), '/dashboard/transfer'),
  'code.cleared': fixedText(msg('Your transfers no longer need a transaction code'), '/dashboard/transfer'),
  'account.frozen': fixedText(msg('Your account is frozen. Contact support'), '/dashboard/support-user'),
  'account.unfrozen': fixedText(msg('Your account is no longer frozen'), '/dashboard'),
  'account.closed': fixedText(msg('Your account was closed'), '/dashboard'),
  'mail_server.changed': fixedText(msg('The bank’s mail server was changed'), '/dashboard/admin-settings'),
  'webhook.added': fixedText(msg('A webhook was added'), '/dashboard/admin-settings/webhooks'),
  'webhook.disabled': fixedText(
    msg('A webhook was disabled: it failed too often'),
    '/dashboard/admin-settings/webhooks',
  ),
  'status.changed': fixedText(msg('Your account status changed'), '/dashboard'),
  'verification.approved': fixedText(msg('You are verified. You can now send money'), '/dashboard'),
  'verification.rejected': fixedText(msg('We could not accept your documents'), '/dashboard/verification'),
  'name.change_requested': fixedText(msg('You asked for another name or date of birth'), '/dashboard/verification'),
  'name.changed': fixedText(msg('Your name or date of birth was changed'), '/dashboard/settings'),
  'name.change_rejected': fixedText(
    msg('We could not accept your new name or date of birth'),
    '/dashboard/verification',
  ),
  'data.exported': fixedText(msg('A file with all your data was downloaded'), '/dashboard/security'),
  'password.changed': fixedText(msg('Your password was changed'), '/dashboard/settings/security'),
  'account.secured': fixedText(msg('Your account was secured'), '/dashboard/transactions'),
  'login.new_device': fixedText(msg('New log-in from a device we don’t know'), '/dashboard/security'),
  'factor.added': fixedText(msg('A second factor was added to your account'), '/dashboard/security'),
  'factor.removed': fixedText(msg('A second factor was removed from your account'), '/dashboard/security'),
  'factors.reset': fixedText(msg('Our team removed your second factors'), '/dashboard/security'),
  'factors.reset_by_staff': fixedText(msg('A member of staff removed someone’s second factors'), '/dashboard/audit'),
  'staff.joined': fixedText(msg('A member of staff joined'), '/dashboard/staff'),
  'staff.left': fixedText(msg('A member of staff left'), '/dashboard/audit'),
  'recovery_codes.replaced': fixedText(msg('Your recovery codes were replaced'), '/dashboard/security'),
  'api_key.created': fixedText(msg('An API key was made for your account'), '/dashboard/api-keys'),
  'api_key.revoked': fixedText(msg('An API key of your account was revoked'), '/dashboard/api-keys'),
  'push.added': fixedText(msg('Notifications were turned on for a device'), '/dashboard/settings/notifications'),
  'email.changed': fixedText(msg('Your email address was changed'), '/dashboard/settings'),
  'email.restored': fixedText(msg('The change of your email address was undone'), '/dashboard/security'),
} satisfies Record<BellKind | ToastKind, TextTemplate>

type Told = { kind: BellKind | ToastKind; transaction: TransactionCard | null; category?: string | undefined }

/** The text of a notification in the bell or a toast, and the page it links to. */
export const notificationText = ({ kind, transaction, category }: Told, hideAmounts: boolean): NotificationText =>
  TEXTS[kind](transaction, hideAmounts, category)

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
