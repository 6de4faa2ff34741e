import type { RefusalCode } from '#contract/refusals.ts'
import { msg } from '#contract/text-id.ts'
import { mainAccountId, ownAccount } from '../account.ts'
import { accountsOf, refuseActor } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import { decideApproval } from '../decisions/decide-approval.ts'
import { decideReturn } from '../reversals/decide-return.ts'
import { refuseReversed } from '../reversals/reversal.ts'
import type { LineCommand } from '../statement-entry.ts'
import type { Effect, State, Transaction } from '../types.ts'
import {
  auditLine,
  bookAgainstClearing,
  bookedLine,
  type LineBooks,
  type LineDecision,
  refuseLine,
  waitingDeposit,
} from './decide-statement-entry.ts'

type MatchCommand = Extract<LineCommand, { kind: 'match' }>

/** Books a line as what the actor says it is. A pending deposit is approved by it, under every rule of an approval. */
export function decideMatch(state: State, books: LineBooks, command: MatchCommand): LineDecision {
  const { line } = books
  const { target } = command
  if (line.state === 'booked' || line.state === 'ignored') return refuseLine('line_decided')
  if (line.proposedBy !== null) return refuseLine('line_waits')
  const waiting = waitingDeposit(state, line)
  if (waiting && !isTarget(waiting, target)) return refuseLine('line_waits')
  if (waiting) return matchTransaction(state, books, command, waiting)
  switch (target.kind) {
    case 'transaction': {
      const transaction = state.transactions.get(target.transactionId)
      return transaction ? matchTransaction(state, books, command, transaction) : refuseLine('not_found')
    }
    case 'person':
      return matchPerson(state, books, command, target.personId)
    case 'return':
      return matchReturn(books, command)
  }
}

const isTarget = ({ id, ownerId }: Transaction, target: MatchCommand['target']) =>
  (target.kind === 'transaction' && target.transactionId === id) ||
  (target.kind === 'person' && target.personId === ownerId)

function matchTransaction(
  state: State,
  books: LineBooks,
  command: MatchCommand,
  transaction: Transaction,
): LineDecision {
  const refusedActor = refuseActor(state, command.actor, accountsOf(transaction))
  if (refusedActor) return refuseLine(refusedActor)
  if (isWireBack(books, transaction)) return returnWire(state, books, command, transaction)
  const refusal = refuseTarget(books, transaction)
  if (refusal) return refuseLine(refusal)
  if (transaction.status === 'Completed') return bookAs(books, command, transaction, [])
  return approveFor(state, books, command, transaction)
}

/** A wire of the same amount and direction that no line has cleared: approved already, or a deposit that waits for approval. */
function refuseTarget({ line, isCleared, isOfOtherLine }: LineBooks, transaction: Transaction): RefusalCode | null {
  const { id, method, status, type, amountCents, reverses, reversal } = transaction
  if (status === 'Declined') return 'already_decided'
  const isWire = method === 'wire' || method === 'bank'
  if (!isWire || amountCents !== line.amountCents) return 'line_differs'
  if (status === 'Pending' && (type !== 'Deposit' || (reverses && id !== line.depositId))) return 'line_differs'
  if (isCleared) return 'transaction_cleared'
  if (isOfOtherLine) return 'deposit_of_line'
  // The customer would get nothing for the line. A reversed payment that left all the same is a fact that staff can book.
  return amountCents > 0n ? refuseReversed(reversal) : null
}

function approveFor(state: State, books: LineBooks, command: MatchCommand, { id }: Transaction): LineDecision {
  const { actor, at, requestId, depositAuditId: auditId } = command
  // The call needs a fresh session, and a deposit has no receiving half: the last two ids are not used.
  const ids = { transactionId: id, auditId, receivingId: auditId, receivingAuditId: auditId }
  const approval = { kind: 'approve', actor, at, requestId, idempotency: null, ...ids, fresh: true } as const
  const { outcome, effects } = decideApproval(state, approval)
  if (!outcome.ok) return refuseLine(outcome.code)
  const { transaction } = outcome
  return transaction.status === 'Completed'
    ? bookAs(books, command, transaction, effects)
    : waitFor(books, command, transaction, effects)
}

function bookAs(books: LineBooks, command: MatchCommand, transaction: Transaction, effects: Effect[]): LineDecision {
  const { id: transactionId, ownerId } = transaction
  const isAsFound = books.line.transactionId === transactionId
  return {
    ok: true,
    line: {
      ...bookedLine(command, books.line),
      ...{ transactionId, personId: ownerId, returnOf: null },
      ...(isAsFound ? {} : { score: null, reasons: '' }),
    },
    movements: [bookAgainstClearing(command, books)],
    effects: [...effects, auditLine(command, books, 'bank_line.booked', { state: 'booked', transactionId }, ownerId)],
  }
}

/** The outside bank sent a completed wire back: the line has the opposite amount. */
const isWireBack = ({ line }: LineBooks, { type, method, status, reverses, amountCents }: Transaction) =>
  line.amountCents > 0n &&
  amountCents === -line.amountCents &&
  type === 'Transfer' &&
  method === 'wire' &&
  status === 'Completed' &&
  reverses === null

/** The customer reads it. */
const RETURN_REASON = msg('The other bank sent the payment back.')

/** Credits the customer, under every rule of a return, and books the line as the return. */
function returnWire(state: State, books: LineBooks, command: MatchCommand, original: Transaction): LineDecision {
  const { actor, at, requestId, depositId: id, depositAuditId: auditId } = command
  const input = { transactionId: original.id, reason: RETURN_REASON, id, auditId }
  const context = { actor, at, requestId, idempotency: null }
  const inOpenRun = new Set(books.isInOpenRun ? [original.id] : [])
  const { outcome, effects } = decideReturn({ ...state, inOpenRun }, { kind: 'return', ...context, ...input })
  if (!outcome.ok) return refuseLine(outcome.code)
  const { line } = books
  const isAsFound = line.transactionId === original.id
  const found = isAsFound ? { ...books, line: { ...line, transactionId: id } } : books
  if (outcome.transaction.status === 'Completed') return bookAs(found, command, outcome.transaction, effects)
  const decision = waitFor(found, command, outcome.transaction, effects)
  return decision.ok ? { ...decision, line: { ...decision.line, depositId: id } } : decision
}

/** The first of two approvals: nothing is booked. */
function waitFor(books: LineBooks, command: MatchCommand, transaction: Transaction, effects: Effect[]): LineDecision {
  const { id: transactionId, ownerId: personId } = transaction
  const { line } = books
  const isAsFound = line.transactionId === transactionId || (line.personId === personId && !line.transactionId)
  return {
    ok: true,
    line: {
      ...line,
      ...{ state: 'matched', transactionId, personId, returnOf: null },
      ...(isAsFound ? {} : { score: null, reasons: '' }),
    },
    movements: [],
    effects: [
      ...effects,
      auditLine(command, books, 'bank_line.match_proposed', { state: 'matched', transactionId }, personId),
    ],
  }
}

/** Approves the person's pending deposit of the amount, or makes one: two people, where an approval needs two. */
function matchPerson(state: State, books: LineBooks, command: MatchCommand, personId: string): LineDecision {
  const account = ownAccount(state, personId, mainAccountId(personId))
  const refusal = refuseActor(state, command.actor, [account?.id])
  if (refusal) return refuseLine(refusal)
  if (!account) return refuseLine('not_found')
  const { line } = books
  if (line.amountCents <= 0n) return refuseLine('line_differs')
  const [open, ...others] = books.openDeposits
  const pending = open === undefined ? undefined : state.transactions.get(open)
  if (pending && others.length === 0) return matchTransaction(state, books, command, pending)
  // Several, or one that was submitted while this command waited for the lock.
  if (open !== undefined) return refuseLine('choose_deposit')
  const deposit = newTransaction({
    ...{ id: command.depositId, accountId: account.id, ownerId: personId },
    ...{ type: 'Deposit', method: 'bank', amountCents: line.amountCents },
    ...{ valueAt: command.at, submittedAt: command.at },
    counterparty: senderOf(line),
  })
  const opened: State = { ...state, transactions: new Map(state.transactions).set(deposit.id, deposit) }
  const decision = approveFor(opened, { ...books, isCleared: false }, command, deposit)
  if (!decision.ok) return decision
  return {
    ...decision,
    line: { ...decision.line, depositId: deposit.id },
    effects: [{ kind: 'open', transaction: deposit, isPlanned: true }, ...decision.effects],
  }
}

function senderOf({ counterpartyName, counterpartyNumber }: LineBooks['line']): Transaction['counterparty'] {
  if (!counterpartyName && !counterpartyNumber) return null
  const [name, accountNumber] = [counterpartyName ?? '', counterpartyNumber ?? '']
  return { name, accountNumber, bankName: '', iban: '', swiftCode: '', id: null }
}

/** The payment that brought a returned credit back to its sender. */
function matchReturn(books: LineBooks, command: MatchCommand): LineDecision {
  const { line, returned, isCleared } = books
  if (returned?.state !== 'booked' || returned.returnedReason === null) return refuseLine('not_found')
  if (returned.amountCents !== -line.amountCents) return refuseLine('line_differs')
  if (isCleared) return refuseLine('transaction_cleared')
  return {
    ok: true,
    line: { ...bookedLine(command, line), returnOf: returned.id, transactionId: null, personId: null },
    movements: [bookAgainstClearing(command, books)],
    effects: [auditLine(command, books, 'bank_line.booked', { state: 'booked', returnOf: returned.id })],
  }
}
