import { CANCELLED_TEXT, SECURED_TEXT } from '#contract/texts.ts'
import { ownAccount } from '../account.ts'
import { grantedDecision, notify, refusedDecision } from '../core/decision.ts'
import { isMadeByStaff } from '../core/proposed-transaction.ts'
import type { CancelCommand, Decision, State, Transaction } from '../types.ts'

/** A transfer that the person submitted, from any of their accounts. What staff booked or proposed there is not theirs to cancel. */
const isOwnTransfer = (state: State, transaction: Transaction, personId: string) =>
  ownAccount(state, personId, transaction.accountId) !== null &&
  transaction.type === 'Transfer' &&
  !isMadeByStaff(transaction)

/**
 * The customer withdraws a transfer before it is decided: it is declined and its hold released. The first to get the
 * account's lock, customer or staff, decides; the other is refused. Also while a first approval waits for a second one.
 * The job that secures an account cancels in the owner's name, without a session.
 */
export function decideCancel(state: State, command: CancelCommand): Decision {
  const { personId } = command.actor
  if (state.people.get(personId)?.status === 'Closed') return refusedDecision('account_closed')
  const transaction = state.transactions.get(command.transactionId)
  if (!transaction || !isOwnTransfer(state, transaction, personId)) return refusedDecision('not_found')
  if (transaction.status !== 'Pending') return refusedDecision('already_decided')
  const cancelled: Transaction = {
    ...transaction,
    status: 'Declined',
    decidedAt: command.at,
    decidedBy: personId,
    reason: command.actor.kind === 'system' ? SECURED_TEXT : CANCELLED_TEXT,
  }
  return grantedDecision(cancelled, [
    { kind: 'close', transaction: cancelled },
    { kind: 'release', accountId: cancelled.accountId, amountCents: -cancelled.amountCents },
    notify(cancelled, 'transfer.cancelled', command.at),
  ])
}
