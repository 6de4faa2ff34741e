import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { USER_STATUS_NAMES } from '../../parts/user-status-names.ts'
import { describeDecision } from '../decision/describe-decision.ts'

/** What will happen to one of several: it is decided, it becomes a proposal, or it is left out and why. */
export type Planned = { outcome: 'decided' | 'proposed' } | { outcome: 'skipped'; why: Text }

type Rules = {
  /** Null: nothing needs a second person. */
  limitAmount: number | null
  me: { _id: string; accountNumber: string }
}

const isOwn = ({ user, method, counterparty }: AdminTransaction, { me }: Rules) =>
  user._id === me._id || (method === 'internal' && counterparty?.accountNumber === me.accountNumber)

/** As the ledger decides: the status stops what the customer sends, not what the bank debits or reverses. */
export const isFromInactive = ({ user, transaction: { type, method, reverses } }: TransactionCase) =>
  user.status !== 'Active' && type === 'Transfer' && method !== 'adjustment' && !reverses

/** Why it can't be approved or declined by this member of staff; null: it can. */
function reasonAgainst(current: TransactionCase, isApproval: boolean, rules: Rules): Text | null {
  const { transaction, user } = current
  if (transaction.status !== 'Pending') return describeDecision(transaction) || t('A colleague has decided it.')
  if (isOwn(transaction, rules)) return t('Your own account: a colleague must decide.')
  if (isApproval && transaction.proposedBy?._id === rules.me._id) return t('You proposed it: a colleague must approve.')
  if (isApproval && isFromInactive(current))
    return t('The account is {status}: the transfer can only be declined.', {
      status: t(USER_STATUS_NAMES[user.status]),
    })
  return null
}

/**
 * What will happen to each, in this order: what is decided alone adds up for each customer, so that the same amounts may be decided
 * at first and proposed later.
 */
export function planSeveral(cases: readonly TransactionCase[], isApproval: boolean, rules: Rules): Planned[] {
  const before = new Map<string, number>()
  return cases.map((current): Planned => {
    const { transaction, user, decidedAlone } = current
    const why = reasonAgainst(current, isApproval, rules)
    if (why) return { outcome: 'skipped', why }
    // The second of two people.
    if (!isApproval || transaction.proposedBy) return { outcome: 'decided' }
    const sum = (before.get(user._id) ?? decidedAlone) + Math.abs(transaction.amount)
    if (rules.limitAmount !== null && sum > rules.limitAmount) return { outcome: 'proposed' }
    before.set(user._id, sum)
    return { outcome: 'decided' }
  })
}
