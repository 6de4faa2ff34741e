import { formatDollars } from '#contract/money.ts'
import type { BellKind } from '#contract/notification-kinds.ts'
import type { TransactionCard } from '#contract/support.ts'

type Said = { text: string; to: string }
type Happened = { kind: string; transaction: TransactionCard | null }

const transactionPlace = (card: TransactionCard | null) =>
  card ? `/dashboard/transactions?search=${encodeURIComponent(card.reference)}` : '/dashboard/transactions'

const ABOUT_MONEY: Partial<Record<BellKind, (amount: string) => string>> = {
  'deposit.approved': (amount) => `Deposit${amount} approved`,
  'deposit.declined': (amount) => `Deposit${amount} declined`,
  'deposit.received': (amount) => `You received${amount || ' money'}`.replace(' of ', ' '),
  'transfer.approved': (amount) => `Transfer${amount} approved`,
  'transfer.declined': (amount) => `Transfer${amount} declined`,
  'account.funded': (amount) => `The bank added${amount || ' money'}`.replace(' of ', ' '),
  'account.debited': (amount) => `The bank took${amount || ' money'}`.replace(' of ', ' '),
}

const OTHERS: Partial<Record<BellKind, Said>> = {
  'support.answered': { text: 'New message from support', to: '/dashboard/support-user' },
  'pin.reset': { text: 'Your PIN was reset', to: '/code' },
  'code.set': { text: 'A transaction code was set', to: '/dashboard/transfer' },
  'code.cleared': { text: 'Your transaction code was removed', to: '/dashboard/transfer' },
  'status.changed': { text: 'The status of your account changed', to: '/dashboard' },
  'password.changed': { text: 'Your password was changed', to: '/dashboard/settings' },
  'email.changed': { text: 'Your e-mail address was changed', to: '/dashboard/settings' },
}

/** What happened, in a few words, and where it leads. Null: nothing that people are told in words. */
export function notificationText({ kind, transaction }: Happened, hideAmounts: boolean): Said | null {
  const money = ABOUT_MONEY[kind as BellKind]
  if (!money) return OTHERS[kind as BellKind] ?? null
  const amount = transaction && !hideAmounts ? ` of ${formatDollars(Math.abs(transaction.amount))}` : ''
  return { text: money(amount), to: transactionPlace(transaction) }
}

/** Answers that follow one another are one line with their number: what stands in the thread need not fill the bell. */
export function inOneGo<Told extends { kind: string; read: boolean }>(latest: readonly Told[]) {
  const lines: { notification: Told; count: number }[] = []
  for (const notification of latest) {
    const last = lines.at(-1)
    const { kind, read } = notification
    const goesOn = kind === 'support.answered' && last?.notification.kind === kind && last.notification.read === read
    if (goesOn) last.count += 1
    else lines.push({ notification, count: 1 })
  }
  return lines
}
