import { accountDetails, MAX_BALANCE_CENTS, requireAccount } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import { accountsOf, audit, grant, notify, proposerDetails, refuse, refuseActor } from '../core/decision.ts'
import { isMadeByStaff, refuseExpiry, refuseSecond, standsProposed } from '../core/proposed-transaction.ts'
import { auditReversal, reversalOf } from '../reversals/reversal.ts'
import { needsSecondPerson } from '../second-person.ts'
import { refuseCompletion } from '../standing.ts'
import { creditReceiver, receivedFrom } from '../transfers/internal-transfer.ts'
import type { Account, Approve, Decision, Decline, Effect, State, Transaction } from '../types.ts'

export function decideApproval(state: State, command: Approve): Decision {
  const transaction = state.transactions.get(command.transactionId)
  const refusal = refuseActor(state, command.actor, accountsOf(transaction))
  if (refusal) return refuse(refusal)
  if (!transaction) return refuse('not_found')
  if (transaction.status !== 'Pending') return alreadyDecided(transaction, 'Completed')
  const notNow = refuseCompletion(state, transaction) ?? refuseSecond(state, command, transaction)
  if (notNow) return refuse(notNow)

  const isSecond = standsProposed(state, transaction, command.at)
  const completed: Transaction = {
    ...transaction,
    // A lapsed first approval does not count: what one person decides counts as decided by one.
    ...(isSecond ? {} : { proposedBy: null, proposedAt: null }),
    status: 'Completed',
    bookedAt: command.at,
    decidedAt: command.at,
    decidedBy: command.actor.personId,
  }
  const received = receivingTransaction(state, command, completed)
  const credited = [completed, ...(received ? [received] : [])].filter(({ amountCents }) => amountCents > 0n)
  const exceeds = credited.some(
    (into) => requireAccount(state, into.accountId).balanceCents + into.amountCents > MAX_BALANCE_CENTS,
  )
  if (exceeds) return refuse('balance_limit')

  const account = requireAccount(state, transaction.accountId)
  if (!isSecond && mustPropose(state, command, transaction)) return propose(command, transaction, account)
  return grant(completed, [
    { kind: 'close', transaction: completed },
    ...(completed.type === 'Transfer' ? [release(completed)] : []),
    { kind: 'post', transaction: completed, entryId: completed.id, contra: contraOf(completed) },
    notifyDecision(completed, 'approved', command.at),
    ...(received ? creditReceiver(completed, received) : []),
    ...(received?.reverses ? [auditCredit(state, command, received)] : []),
    auditDecision(
      state,
      command,
      'transaction.approved',
      account,
      completed,
      account.balanceCents + completed.amountCents,
    ),
  ])
}

/** A proposer who let it expire can only propose it again. */
const mustPropose = (state: State, { actor }: Approve, { ownerId, amountCents, proposedBy }: Transaction) =>
  proposedBy === actor.personId || needsSecondPerson(state, actor, ownerId, amountCents)

/** The first of two approvals: it posts nothing and stores the proposer. */
function propose(command: Approve, transaction: Transaction, account: Account): Decision {
  const proposed: Transaction = { ...transaction, proposedBy: command.actor.personId, proposedAt: command.at }
  const { id, type, amountCents, status } = transaction
  const balanceCents = account.balanceCents.toString()
  return grant(proposed, [
    { kind: 'propose', transaction: proposed },
    audit(command, {
      subjectId: account.ownerId,
      action: 'transaction.proposed',
      before: {
        ...accountDetails(account),
        transactionId: id,
        type,
        amountCents: amountCents.toString(),
        status,
        balanceCents,
      },
      after: { status, balanceCents },
    }),
  ])
}

/** Releases a pending transfer's hold. A declined deposit was never posted. */
export function decideDecline(state: State, command: Decline): Decision {
  const transaction = state.transactions.get(command.transactionId)
  const refusal = refuseActor(state, command.actor, accountsOf(transaction))
  if (refusal) return refuse(refusal)
  if (!transaction) return refuse('not_found')
  if (transaction.status !== 'Pending') return alreadyDecided(transaction, 'Declined')
  const notExpired = refuseExpiry(command, transaction)
  if (notExpired) return refuse(notExpired)

  const declined: Transaction = {
    ...transaction,
    status: 'Declined',
    decidedAt: command.at,
    decidedBy: command.actor.personId,
    reason: command.reason,
  }
  const account = requireAccount(state, transaction.accountId)
  return grant(declined, [
    { kind: 'close', transaction: declined },
    ...(declined.type === 'Transfer' ? [release(declined)] : []),
    ...(isUnseenCredit(declined) ? [] : [notifyDecision(declined, 'declined', command.at)]),
    auditDecision(state, command, 'transaction.declined', account, declined, account.balanceCents),
  ])
}

/** The same decision again is a retry; the opposite one is refused. */
function alreadyDecided(transaction: Transaction, wanted: 'Completed' | 'Declined'): Decision {
  return transaction.status === wanted ? grant(transaction, []) : refuse('already_decided')
}

/** A transfer's amount is negative, its hold is not. */
const release = (transfer: Transaction): Effect => ({
  kind: 'release',
  accountId: transfer.accountId,
  amountCents: -transfer.amountCents,
})

/** A credit that staff proposed: the customer has not seen it. */
const isUnseenCredit = (transaction: Transaction) => isMadeByStaff(transaction) && transaction.type === 'Deposit'

const KIND_PREFIX = { Deposit: 'deposit', Transfer: 'transfer' } as const

/** An adjustment or reversal is notified as when it needs one administrator only: the customer never submitted it. */
function notifyDecision(transaction: Transaction, decision: 'approved' | 'declined', at: Date): Effect {
  const { method, type, reverses, isReturn } = transaction
  const reversed = isReturn ? 'transfer.returned' : 'transaction.reversed'
  if (reverses) return notify(transaction, decision === 'declined' ? 'adjustment.declined' : reversed, at)
  if (method !== 'adjustment') return notify(transaction, `${KIND_PREFIX[type]}.${decision}`, at)
  if (decision === 'declined') return notify(transaction, 'adjustment.declined', at)
  return notify(transaction, type === 'Deposit' ? 'account.funded' : 'account.debited', at)
}

/** The receiver's side of an internal transfer: a deposit of its own, posted in the same entry. */
function receivingTransaction(state: State, command: Approve, sent: Transaction): Transaction | null {
  if (sent.type !== 'Transfer' || !sent.counterparty?.id) return null
  if (sent.reverses) return receivingReversal(state, command, sent)
  return receivedFrom(state, sent, sent.counterparty.id, command)
}

/** A confirmed reversal of an internal transfer gives the money back to the sender, in the same entry. */
function receivingReversal(state: State, command: Approve, { id, reverses, note, ...sent }: Transaction): Transaction {
  const received = state.transactions.get(reverses ?? '')
  const original = state.transactions.get(received?.originId ?? '')
  if (!original) throw new Error(`The transfer that ${id} reverses was not read`)
  const { status, valueAt, bookedAt, decidedAt, decidedBy } = sent
  return reversalOf(original, {
    ...{ id: command.receivingId, submittedAt: command.at, note, originId: id },
    ...{ status, valueAt, bookedAt, decidedAt, decidedBy },
  })
}

/** The same entry as when one person reverses: the approval is in the other party's chain only. */
const auditCredit = (state: State, command: Approve, credited: Transaction): Effect =>
  auditReversal(state, { ...command, auditId: command.receivingAuditId }, 'transaction.reversed', credited)

function auditDecision(
  state: State,
  command: Approve | Decline,
  action: string,
  account: Account,
  transaction: Transaction,
  balanceAfter: bigint,
): Effect {
  const { id, type, amountCents, status, reason } = transaction
  const cents = (value: bigint) => value.toString()
  return audit(command, {
    subjectId: account.ownerId,
    action,
    before: {
      ...accountDetails(account),
      transactionId: id,
      type,
      amountCents: cents(amountCents),
      status: 'Pending',
      balanceCents: cents(account.balanceCents),
      ...proposerDetails(state, transaction),
    },
    after: { status, reason, balanceCents: cents(balanceAfter) },
  })
}
