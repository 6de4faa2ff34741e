import { msg } from '#contract/text-id.ts'
import { accountsOf, deciderRefusal } from '../core/decision.ts'
import { decideDecline, decideDepositApproval } from '../decisions/decide-approval.ts'
import { decideReversal } from '../reversals/decide-reversal.ts'
import type { StatementEntry, StatementEntryCommand } from '../statement-entry.ts'
import type { Decision, Effect, State, Transaction } from '../types.ts'
import { bookStatementEntry, returnToSuspense, takeFromChart } from './contra-movement.ts'
import {
  auditStatementEntry,
  isOpen,
  movementOf,
  needsSecond,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
  secondRefusal,
  standingProposer,
  waitingDeposit,
} from './decide-statement-entry.ts'

type UndoCommand = Extract<StatementEntryCommand, { kind: 'undo' }>

/** Back to suspense, to be decided again. What was booked is undone by the opposite booking. */
export function decideUndo(state: State, books: StatementEntryBooks, command: UndoCommand): StatementEntryDecision {
  const { statementEntry } = books
  if (statementEntry.state !== 'booked') return undoUnbooked(state, books, command)
  if (statementEntry.transactionId !== null) return undoMatch(state, books, command, statementEntry.transactionId)
  if (statementEntry.returnOf !== null) return reopen(books, command)
  return undoOwn(state, books, command)
}

/** Nothing is booked but to suspense. A pending deposit that was made for the statement entry is declined; one that another has cleared stays. */
function undoUnbooked(state: State, books: StatementEntryBooks, command: UndoCommand): StatementEntryDecision {
  const { statementEntry, externalAccount } = books
  const deposit = waitingDeposit(state, statementEntry)
  // An entry without an amount can't be booked. A deposit that was approved elsewhere can only be booked with its statement entry.
  const isBound = deposit?.status === 'Completed' && !books.isCleared
  const isFinal = !isOpen(statementEntry) && statementEntry.state !== 'ignored'
  if (isFinal || statementEntry.amountCents === 0n || isBound) return refusedEntry('line_decided')
  const declined = deposit?.status === 'Pending' ? declineDeposit(state, command, deposit) : null
  if (declined && !declined.outcome.ok) return refusedEntry(declined.outcome.code)
  const booking = {
    purpose: 'statement' as const,
    ...bookStatementEntry(externalAccount.contra, 'suspense', statementEntry.amountCents),
  }
  return {
    ok: true,
    statementEntry: openAgain(statementEntry),
    movements: statementEntry.inSuspense ? [] : [movementOf(command, statementEntry, booking)],
    effects: [
      ...(declined?.effects ?? []),
      auditStatementEntry(command, books, 'bank_line.undone', { state: 'unmatched' }, deposit?.ownerId),
    ],
  }
}

function declineDeposit(state: State, command: StatementEntryCommand, { id: transactionId }: Transaction) {
  const { actor, at, requestId, depositAuditId: auditId } = command
  const reason = msg('The bank line was undone.')
  return decideDecline(state, { actor, at, requestId, auditId, transactionId, reason })
}

const openAgain = (statementEntry: StatementEntry): StatementEntry => ({
  ...statementEntry,
  state: 'unmatched',
  inSuspense: true,
  transactionId: null,
  returnOf: null,
  personId: null,
  depositId: null,
  doubtConfirmed: null,
  differenceCents: 0n,
  score: null,
  reasons: '',
  ignoredReason: null,
  returnedReason: null,
  glAccount: null,
  glText: null,
  proposedBy: null,
  proposedAt: null,
  undoProposedBy: null,
  undoProposedAt: null,
  decidedBy: null,
  decidedAt: null,
  bookedAt: null,
})

type Reopening = { effects?: Effect[]; ownerId?: string; proposedBy?: string | null }

/** Books the opposite, once for each time that it was booked. */
function reopen(books: StatementEntryBooks, command: UndoCommand, given: Reopening = {}): StatementEntryDecision {
  const { statementEntry } = books
  const { glAccount, amountCents, transactionId, returnOf, returnedReason, round } = statementEntry
  const opposite = glAccount
    ? { purpose: 'chart_undo' as const, ...takeFromChart(glAccount, amountCents) }
    : { purpose: 'undo' as const, ...returnToSuspense(amountCents) }
  const undone = { transactionId, returnOf, returnedReason, account: glAccount }
  return {
    ok: true,
    statementEntry: { ...openAgain(statementEntry), round: round + 1 },
    movements: [movementOf(command, statementEntry, opposite)],
    effects: [
      ...(given.effects ?? []),
      auditStatementEntry(
        command,
        books,
        'bank_line.undone',
        {
          state: 'unmatched',
          undone: Object.fromEntries(Object.entries(undone).filter(([, value]) => value !== null)),
          ...(given.proposedBy && { proposedBy: given.proposedBy }),
        },
        given.ownerId,
      ),
    ],
  }
}

/** Booked to the chart, or on its way back to the sender: two people undo what is above the limit. */
function undoOwn(state: State, books: StatementEntryBooks, command: UndoCommand): StatementEntryDecision {
  const { statementEntry, isPaidBack } = books
  if (isPaidBack) return refusedEntry('line_paid_back')
  const { undoProposedBy, undoProposedAt } = statementEntry
  const first = standingProposer(state, undoProposedBy, undoProposedAt, command.at)
  const refusal = first && secondRefusal(state, command.actor, first, command.at)
  if (refusal) return refusedEntry(refusal)
  if (!first && needsSecond(state, books)) return propose(books, command)
  return reopen(books, command, { proposedBy: first })
}

function propose(
  books: StatementEntryBooks,
  command: UndoCommand,
  effects: Effect[] = [],
  ownerId: string | null = null,
): StatementEntryDecision {
  const { actor, at } = command
  return {
    ok: true,
    statementEntry: { ...books.statementEntry, undoProposedBy: actor.personId, undoProposedAt: at },
    movements: [],
    effects: [...effects, auditStatementEntry(command, books, 'bank_line.undo_proposed', { state: 'booked' }, ownerId)],
  }
}

/**
 * What the booking credited is reversed, under every rule of a reversal: the customer must still have it, and two people decide where
 * one may not. A wire that was there before stays, and so does the return of one: the reconciliation shows it without a line.
 */
function undoMatch(
  state: State,
  books: StatementEntryBooks,
  command: UndoCommand,
  transactionId: string,
): StatementEntryDecision {
  const transaction = state.transactions.get(transactionId)
  if (!transaction) return refusedEntry('not_found')
  const { ownerId, reversal } = transaction
  const refusal = deciderRefusal(state, command.actor, accountsOf(transaction))
  if (refusal) return refusedEntry(refusal)
  if (!isCreditOf(books.statementEntry, transaction) || reversal?.status === 'Completed')
    return reopen(books, command, { ownerId })
  const { outcome, effects } = reversal
    ? confirmReversal(state, command, reversal.id)
    : reverse(state, command, transactionId)
  if (!outcome.ok) return refusedEntry(outcome.code)
  return outcome.transaction.status === 'Completed'
    ? reopen(books, command, { effects, ownerId, proposedBy: outcome.transaction.proposedBy })
    : propose(books, command, effects, ownerId)
}

/** Whether the customer got the money by this booking: a deposit was made for it, or approved with it. */
const isCreditOf = ({ depositId, doubtConfirmed }: StatementEntry, { id, amountCents, reverses }: Transaction) =>
  amountCents > 0n && reverses === null && (depositId === id || doubtConfirmed !== null)

function reverse(state: State, command: UndoCommand, transactionId: string): Decision {
  const { depositId: id, depositAuditId: auditId, declineAuditId: otherAuditId, movementId: otherId } = command
  const reason = msg('The bank line was undone.')
  const { kind: _, ...context } = command
  return decideReversal(state, {
    ...context,
    kind: 'reverse',
    transactionId,
    reason,
    id,
    auditId,
    otherId,
    otherAuditId,
  })
}

/** A reversal of a deposit has one half, as the deposit has. */
function confirmReversal(state: State, command: UndoCommand, transactionId: string): Decision {
  const { actor, at, requestId, depositAuditId: auditId } = command
  return decideDepositApproval(state, { actor, at, requestId, auditId, transactionId, fresh: true })
}
