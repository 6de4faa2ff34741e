import { accountDetails, MAX_BALANCE_CENTS, requireAccount } from '../account.ts'
import { contraOf } from '../core/contra.ts'
import {
  type AuditSource,
  accountsOf,
  audit,
  deciderRefusal,
  grantedDecision,
  notify,
  proposerDetails,
  refusedDecision,
} from '../core/decision.ts'
import { expiryRefusal, hasOpenProposal, isMadeByStaff, secondPersonRefusal } from '../core/proposed-transaction.ts'
import { auditReversal, reversalOf } from '../reversals/reversal.ts'
import { needsSecondPerson } from '../second-person.ts'
import { completionRefusal } from '../standing.ts'
import { creditReceiver, receivedFrom } from '../transfers/internal-transfer.ts'
import type { Account, ApprovalCommand, Decision, DeclineCommand, Effect, State, Transaction } from '../types.ts'
import { isPendingWireDeposit, type UnclearedDeposit } from '../uncleared-deposits.ts'

/** An approval by a command, or by a statement entry that is the deposit, which leaves no doubt about it. */
type ApprovalDetails = AuditSource & Pick<ApprovalCommand, 'transactionId' | 'fresh'> & { confirm: boolean | null }

/** Ids for the other half of an internal transfer, and for the audit entry of a reversal's. */
type OtherHalf = Pick<ApprovalCommand, 'receivingId' | 'receivingAuditId'>

export const decideApproval = (state: State, command: ApprovalCommand): Decision => approve(state, command, command)

/** A deposit has no other half. */
export const decideDepositApproval = (state: State, approval: Omit<ApprovalDetails, 'confirm'>): Decision =>
  approve(state, { ...approval, confirm: null }, null)

function approve(state: State, command: ApprovalDetails, otherHalf: OtherHalf | null): Decision {
  const transaction = state.transactions.get(command.transactionId)
  const refusal = deciderRefusal(state, command.actor, accountsOf(transaction))
  if (refusal) return refusedDecision(refusal)
  if (!transaction) return refusedDecision('not_found')
  if (transaction.status !== 'Pending') return alreadyDecided(transaction, 'Completed')
  const notNow = completionRefusal(state, transaction) ?? secondPersonRefusal(state, command, transaction)
  if (notNow) return refusedDecision(notNow)
  const doubts = doubtsAbout(state, transaction)
  if (doubts.length > 0 && command.confirm === false) return refusedDecision('confirmation_needed')

  const isSecond = hasOpenProposal(state, transaction, command.at)
  const completed: Transaction = {
    ...transaction,
    // A lapsed first approval does not count: what one person decides counts as decided by one.
    ...(isSecond ? {} : { proposedBy: null, proposedAt: null }),
    status: 'Completed',
    bookedAt: command.at,
    decidedAt: command.at,
    decidedBy: command.actor.personId,
    doubtConfirmed: command.confirm === null || !isPendingWireDeposit(transaction) ? null : doubts.length > 0,
  }
  const received = receivingTransaction(state, command.at, completed, otherHalf)
  const credited = [completed, ...(received ? [received] : [])].filter(({ amountCents }) => amountCents > 0n)
  const exceeds = credited.some(
    (into) => requireAccount(state, into.accountId).balanceCents + into.amountCents > MAX_BALANCE_CENTS,
  )
  if (exceeds) return refusedDecision('balance_limit')

  const account = requireAccount(state, transaction.accountId)
  if (!isSecond && mustPropose(state, command, transaction)) return propose(command, transaction, account, doubts)
  return grantedDecision(completed, [
    { kind: 'close', transaction: completed },
    ...(completed.type === 'Transfer' ? [release(completed)] : []),
    { kind: 'post', transaction: completed, entryId: completed.id, contra: contraOf(completed) },
    notifyDecision(completed, 'approved', command.at),
    ...(received ? creditReceiver(completed, received) : []),
    ...(received?.reverses && otherHalf
      ? // The same entry as when one person reverses: the approval is in the other party's chain only.
        [auditReversal(state, { ...command, auditId: otherHalf.receivingAuditId }, 'transaction.reversed', received)]
      : []),
    auditDecision(state, command, 'transaction.approved', account, completed, {
      balanceCents: account.balanceCents + completed.amountCents,
      doubts,
    }),
  ])
}

/**
 * What may be the same money: each of two who approve it is asked. A deposit made for a statement entry counts once it was credited, which
 * an earlier command of the batch may have done.
 */
function doubtsAbout(state: State, { id, receiptId }: Transaction): UnclearedDeposit[] {
  const doubts = state.doubts.get(id) ?? []
  if (receiptId === null) return doubts
  return doubts.filter((made) => (state.transactions.get(made.id) ?? made).status === 'Completed')
}

/** What the actor was asked about, for the audit log. */
const doubtDetails = (doubts: readonly UnclearedDeposit[]) =>
  doubts.length === 0 ? {} : { otherMoneyThan: doubts.map(({ reference }) => reference).join(', ') }

/** A proposer who let it expire can only propose it again. */
const mustPropose = (state: State, command: ApprovalDetails, transaction: Transaction) =>
  transaction.proposedBy === command.actor.personId || needsSecondPerson(state, command, transaction)

/** The first of two approvals: it posts nothing and stores the proposer. */
function propose(
  command: ApprovalDetails,
  transaction: Transaction,
  account: Account,
  doubts: readonly UnclearedDeposit[],
): Decision {
  const proposed: Transaction = { ...transaction, proposedBy: command.actor.personId, proposedAt: command.at }
  const { id, type, amountCents, status } = transaction
  const balanceCents = account.balanceCents.toString()
  return grantedDecision(proposed, [
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
      after: { status, balanceCents, ...doubtDetails(doubts) },
    }),
  ])
}

/** A decline by a command, or by a statement entry that is undone. */
type DeclineDetails = AuditSource & Pick<DeclineCommand, 'transactionId' | 'reason'>

/** Releases a pending transfer's hold. A declined deposit was never posted. */
export function decideDecline(state: State, command: DeclineDetails): Decision {
  const transaction = state.transactions.get(command.transactionId)
  const refusal = deciderRefusal(state, command.actor, accountsOf(transaction))
  if (refusal) return refusedDecision(refusal)
  if (!transaction) return refusedDecision('not_found')
  if (transaction.status !== 'Pending') return alreadyDecided(transaction, 'Declined')
  const notExpired = expiryRefusal(command, transaction)
  if (notExpired) return refusedDecision(notExpired)

  const declined: Transaction = {
    ...transaction,
    status: 'Declined',
    decidedAt: command.at,
    decidedBy: command.actor.personId,
    reason: command.reason,
  }
  const account = requireAccount(state, transaction.accountId)
  return grantedDecision(declined, [
    { kind: 'close', transaction: declined },
    ...(declined.type === 'Transfer' ? [release(declined)] : []),
    ...(isUnseenCredit(declined) ? [] : [notifyDecision(declined, 'declined', command.at)]),
    auditDecision(state, command, 'transaction.declined', account, declined, {
      balanceCents: account.balanceCents,
      doubts: [],
    }),
  ])
}

/** A decision that is made again is a retry; the opposite one is refused. */
function alreadyDecided(transaction: Transaction, wanted: 'Completed' | 'Declined'): Decision {
  return transaction.status === wanted ? grantedDecision(transaction, []) : refusedDecision('already_decided')
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
function receivingTransaction(
  state: State,
  at: Date,
  sent: Transaction,
  otherHalf: OtherHalf | null,
): Transaction | null {
  if (sent.type !== 'Transfer' || !sent.counterparty?.id) return null
  if (!otherHalf) throw new Error(`Transfer ${sent.id} was approved as a deposit`)
  const half = { receivingId: otherHalf.receivingId, at }
  return sent.reverses ? receivingReversal(state, sent, half) : receivedFrom(state, sent, sent.counterparty.id, half)
}

/** A confirmed reversal of an internal transfer gives the money back to the sender, in the same entry. */
function receivingReversal(
  state: State,
  { id, reverses, note, ...sent }: Transaction,
  { receivingId, at }: { receivingId: string; at: Date },
): Transaction {
  const received = state.transactions.get(reverses ?? '')
  const original = state.transactions.get(received?.originId ?? '')
  if (!original) throw new Error(`The transfer that ${id} reverses was not read`)
  const { status, valueAt, bookedAt, decidedAt, decidedBy } = sent
  return reversalOf(original, {
    id: receivingId,
    submittedAt: at,
    note,
    originId: id,
    status,
    valueAt,
    bookedAt,
    decidedAt,
    decidedBy,
  })
}

function auditDecision(
  state: State,
  source: AuditSource,
  action: string,
  account: Account,
  transaction: Transaction,
  { balanceCents, doubts }: { balanceCents: bigint; doubts: readonly UnclearedDeposit[] },
): Effect {
  const { id, type, amountCents, status, reason } = transaction
  const cents = (value: bigint) => value.toString()
  return audit(source, {
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
    after: { status, reason, balanceCents: cents(balanceCents), ...doubtDetails(doubts) },
  })
}
