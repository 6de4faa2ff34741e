import { MAX_BALANCE_CENTS, requireAccount } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import {
  type AuditSource,
  accountsOf,
  deciderRefusal,
  grantedDecision,
  notify,
  refusedDecision,
} from '../core/decision.ts'
import { needsSecondPerson } from '../second-person.ts'
import { isClosed } from '../standing.ts'
import type { Decision, ReturnCommand, State, Transaction } from '../types.ts'
import { auditReversal, reversalOf, reversalRefusal } from './reversal.ts'

/** A return by a command, or by a statement entry that is the return. */
type ReturnDetails = AuditSource &
  Pick<ReturnCommand, 'transactionId' | 'reason' | 'id'> &
  Partial<Pick<ReturnCommand, 'isRejection' | 'confirm'>>

/** Credits a wire that the external bank sent back. It is stored as a reversal, so one of the two can happen, once. */
export function decideReturn(state: State, command: ReturnDetails): Decision {
  const original = state.transactions.get(command.transactionId)
  const refusedActor = deciderRefusal(state, command.actor, accountsOf(original), 'outside:manage')
  if (refusedActor) return refusedDecision(refusedActor)
  if (!original) return refusedDecision('not_found')
  if (!hasLeft(original)) return refusedDecision('not_returnable')
  const refusal = reversalRefusal(original.reversal)
  if (refusal) return refusedDecision(refusal)
  // Its file would still pay it. After a change of the run's state, or a statement entry that shows the payment, it can come back.
  if (state.inOpenRun.has(original.id)) return refusedDecision('run_open')
  if (command.isRejection && state.bookedElsewhere.has(original.id)) return refusedDecision('payment_booked')
  // The money may have been credited for a statement entry that no one knew as the return.
  if (!command.confirm && state.doubts.has(original.id)) return refusedDecision('confirmation_needed')
  if (isClosed(state, original.accountId)) return refusedDecision('account_closed')
  const { balanceCents } = requireAccount(state, original.accountId)
  if (balanceCents - original.amountCents > MAX_BALANCE_CENTS) return refusedDecision('balance_limit')
  return needsSecondPerson(state, command, original)
    ? propose(state, command, original)
    : post(state, command, original)
}

const hasLeft = ({ status, type, method, reverses }: Transaction) =>
  status === 'Completed' && type === 'Transfer' && method === 'wire' && reverses === null

/** The customer reads the reason, unlike that of a reversal. */
const returnOf = (original: Transaction, { id, at, reason }: ReturnDetails, fields: Partial<Transaction>) =>
  reversalOf(original, { id, submittedAt: at, note: reason, reason, isReturn: true, ...fields })

function post(state: State, command: ReturnDetails, original: Transaction): Decision {
  const { at, actor } = command
  const transaction = returnOf(original, command, {
    status: 'Completed',
    bookedAt: at,
    decidedAt: at,
    decidedBy: actor.personId,
  })
  return grantedDecision(transaction, [
    { kind: 'open', transaction },
    { kind: 'post', transaction, entryId: transaction.id, contra: contraOf(transaction) },
    notify(transaction, 'transfer.returned', at),
    auditReversal(state, command, 'transaction.returned', transaction),
  ])
}

/** The customer does not see the money before a second person has confirmed it. */
function propose(state: State, command: ReturnDetails, original: Transaction): Decision {
  const transaction = returnOf(original, command, { proposedBy: command.actor.personId, proposedAt: command.at })
  return grantedDecision(transaction, [
    { kind: 'open', transaction },
    auditReversal(state, command, 'transaction.return_proposed', transaction),
  ])
}
