import { hasPermission } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { msg } from '#contract/text-id.ts'
import { audit } from '../core/decision.ts'
import { decideDecline } from '../decisions/decide-approval.ts'
import { isExpired, isSecondPerson, mayPropose } from '../second-person.ts'
import type { BankLine, LineCommand } from '../statement-entry.ts'
import type { Actor, Effect, State, Transaction } from '../types.ts'
import { bookLine, leaveSuspense, type NewMovement, type OutsideBooks, withdrawLine } from './contra-movement.ts'

/** What a decision about a line reads besides the state of the people involved, all of it locked. */
export type LineBooks = {
  line: BankLine
  outside: OutsideBooks
  /** The transaction of the match, the deposit made for the line, or the returned line has a booked line already. */
  isCleared: boolean
  /** The transaction of the match is a deposit that was made for another line. */
  isOfOtherLine: boolean
  /** The transaction of the match is in a payment run that may still pay it. */
  isInOpenRun: boolean
  /** Pending deposits of the matched person that have the amount of the line: at most two are read. */
  openDeposits: string[]
  /** The line that this one would pay back. */
  returned: BankLine | null
  /** What the actor has returned alone within the last day. */
  returnedAloneCents: bigint
}

export type LineDecision =
  | { ok: false; code: RefusalCode }
  | { ok: true; line: BankLine; movements: NewMovement[]; effects: Effect[] }

export const refuseLine = (code: RefusalCode): LineDecision => ({ ok: false, code })

/** Lines are decided by Active administrators; of system jobs, only the demonstration's history has one. */
export function refuseOutsideActor(state: State, actor: Actor): RefusalCode | null {
  const person = state.people.get(actor.personId)
  const isPerson = actor.kind === 'session' || (actor.kind === 'system' && actor.job === 'import_history')
  const may = isPerson && person?.status === 'Active' && hasPermission(person.role, 'outside:manage')
  return may ? null : 'forbidden'
}

/** The deposit that staff made for the line, unless it was declined since. */
export function waitingDeposit(state: State, { depositId }: BankLine): Transaction | null {
  const deposit = depositId ? state.transactions.get(depositId) : undefined
  return deposit && deposit.status !== 'Declined' ? deposit : null
}

const isDone = ({ state }: BankLine) => state === 'booked' || state === 'ignored'
const waitsForSecond = (state: State, line: BankLine) =>
  line.proposedBy !== null || waitingDeposit(state, line) !== null

type Purpose = Pick<NewMovement, 'purpose'> & Pick<NewMovement, 'debit' | 'credit' | 'amountCents'>

export function movementOf({ movementId, actor, at }: LineCommand, line: BankLine, purpose: Purpose): NewMovement {
  return { id: movementId, lineId: line.id, round: line.round, actorId: actor.personId, bookedAt: at, ...purpose }
}

/** Into the chain of the customer, if one is concerned, else of the actor. */
export const auditLine = (
  command: LineCommand,
  { line }: LineBooks,
  action: string,
  after: Record<string, unknown>,
  subjectId: string | null = null,
): Effect =>
  audit(command, {
    subjectId,
    action,
    before: { lineId: line.id, state: line.state, amountCents: line.amountCents.toString() },
    after,
  })

/** Booked as this transaction or return: out of suspense, or straight from the outside account. */
export function bookAgainstClearing(command: LineCommand, { line, outside }: LineBooks): NewMovement {
  return line.inSuspense
    ? movementOf(command, line, { purpose: 'assignment', ...leaveSuspense(line.amountCents) })
    : movementOf(command, line, {
        purpose: 'statement',
        ...bookLine(outside.contra, 'wire_clearing', line.amountCents),
      })
}

export function bookedLine({ actor, at }: LineCommand, line: BankLine): BankLine {
  const decided = { decidedBy: actor.personId, decidedAt: at, bookedAt: at }
  return { ...line, state: 'booked', inSuspense: false, ...decided }
}

export function decideIgnore(
  state: State,
  books: LineBooks,
  command: Extract<LineCommand, { kind: 'ignore' }>,
): LineDecision {
  const { line, outside } = books
  if (isDone(line)) return refuseLine('line_decided')
  if (waitsForSecond(state, line)) return refuseLine('line_waits')
  const { actor, at, reason } = command
  const withdrawal = { purpose: 'withdrawal' as const, ...withdrawLine(outside.contra, line.amountCents) }
  return {
    ok: true,
    line: {
      ...line,
      state: 'ignored',
      ignoredReason: reason,
      inSuspense: false,
      round: line.inSuspense ? line.round + 1 : line.round,
      ...{ decidedBy: actor.personId, decidedAt: at },
    },
    movements: line.inSuspense ? [movementOf(command, line, withdrawal)] : [],
    effects: [auditLine(command, books, 'bank_line.ignored', { state: 'ignored', reason })],
  }
}

/** Back to suspense. A pending deposit that was made for the line is declined; one that another line has cleared stays. */
export function decideUndo(
  state: State,
  books: LineBooks,
  command: Extract<LineCommand, { kind: 'undo' }>,
): LineDecision {
  const { line, outside } = books
  const deposit = waitingDeposit(state, line)
  // A line without an amount can't be booked. A deposit that was approved elsewhere can only be booked with its line.
  const isBound = deposit?.status === 'Completed' && !books.isCleared
  if (line.state === 'booked' || line.amountCents === 0n || isBound) return refuseLine('line_decided')
  const declined = deposit?.status === 'Pending' ? declineDeposit(state, command, deposit) : null
  if (declined && !declined.outcome.ok) return refuseLine(declined.outcome.code)
  const booking = { purpose: 'statement' as const, ...bookLine(outside.contra, 'suspense', line.amountCents) }
  return {
    ok: true,
    line: {
      ...line,
      ...{ state: 'unmatched', inSuspense: true },
      ...{ transactionId: null, returnOf: null, personId: null, depositId: null, score: null, reasons: '' },
      ...{ ignoredReason: null, returnedReason: null, proposedBy: null, proposedAt: null },
      ...{ decidedBy: null, decidedAt: null },
    },
    movements: line.inSuspense ? [] : [movementOf(command, line, booking)],
    effects: [
      ...(declined?.effects ?? []),
      auditLine(command, books, 'bank_line.undone', { state: 'unmatched' }, deposit?.ownerId),
    ],
  }
}

function declineDeposit(state: State, command: LineCommand, { id: transactionId }: Transaction) {
  const { actor, at, requestId, depositAuditId: auditId } = command
  const reason = msg('The bank line was undone.')
  return decideDecline(state, {
    kind: 'decline',
    actor,
    at,
    requestId,
    idempotency: null,
    transactionId,
    auditId,
    reason,
  })
}

/** Money of an unknown owner goes back: out of suspense, to be paid by the next run. */
export function decideLineReturn(
  state: State,
  books: LineBooks,
  command: Extract<LineCommand, { kind: 'return' }>,
): LineDecision {
  const { line } = books
  const { actor, at } = command
  if (isDone(line)) return refuseLine('line_decided')
  if (waitingDeposit(state, line)) return refuseLine('line_waits')
  if (line.state !== 'unmatched' || line.amountCents <= 0n) return refuseLine('line_not_returnable')
  const first = standingProposal(state, line, at)
  if (first && !isSecond(state, actor, first, at)) return refuseLine('second_admin_needed')
  const reason = first ? (line.returnedReason ?? command.reason) : command.reason
  if (!first && needsSecondForReturn(state, books)) return proposeReturn(books, command)
  return {
    ok: true,
    line: {
      ...bookedLine(command, line),
      returnedReason: reason,
      ...(first ? {} : { proposedBy: null, proposedAt: null }),
    },
    movements: [movementOf(command, line, { purpose: 'return', ...leaveSuspense(line.amountCents) })],
    effects: [
      auditLine(command, books, 'bank_line.returned', { state: 'booked', reason, ...(first && { proposedBy: first }) }),
    ],
  }
}

function proposeReturn(books: LineBooks, command: Extract<LineCommand, { kind: 'return' }>): LineDecision {
  const { actor, at, reason } = command
  return {
    ok: true,
    line: { ...books.line, returnedReason: reason, proposedBy: actor.personId, proposedAt: at },
    movements: [],
    effects: [auditLine(command, books, 'bank_line.return_proposed', { state: 'unmatched', reason })],
  }
}

/** Who proposed to return it, while that counts. */
function standingProposal(state: State, { proposedBy, proposedAt }: BankLine, at: Date): string | null {
  if (!proposedBy || !proposedAt || isExpired(proposedAt, at)) return null
  return mayPropose(state.people.get(proposedBy), 'outside:manage') ? proposedBy : null
}

function isSecond(state: State, actor: Actor, proposedBy: string, at: Date): boolean {
  const [confirmer, proposer] = [state.people.get(actor.personId), state.people.get(proposedBy)]
  if (!confirmer || !proposer) return false
  return isSecondPerson({ ...confirmer, id: actor.personId }, { ...proposer, id: proposedBy }, at)
}

/** A statement can be forged, and a return pays money out: the same limit as for customers, for all returns of a day together. */
const needsSecondForReturn = ({ fourEyesAboveCents }: State, { line, returnedAloneCents }: LineBooks) =>
  fourEyesAboveCents !== null && returnedAloneCents + line.amountCents > fourEyesAboveCents
