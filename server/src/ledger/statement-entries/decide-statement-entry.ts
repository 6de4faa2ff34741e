import { hasPermission } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { GlAccount } from '../chart.ts'
import { actorRefusal } from '../core/decide.ts'
import { audit } from '../core/decision.ts'
import { confirmerRefusal, isExpired, mayPropose, staffOf } from '../second-person.ts'
import type { StatementEntry, StatementEntryCommand } from '../statement-entry.ts'
import type { Actor, CommandContext, Effect, State, Transaction } from '../types.ts'
import type { UnclearedDeposit } from '../uncleared-deposits.ts'
import {
  bookStatementEntry,
  type ExternalAccountBooks,
  leaveSuspense,
  type NewMovement,
  withdrawStatementEntry,
} from './contra-movement.ts'

/** What a decision about a statement entry reads besides the state of the people involved, all of it locked. */
export type StatementEntryBooks = {
  statementEntry: StatementEntry
  externalAccount: ExternalAccountBooks
  /** A booked statement entry clears the transaction of the match, the deposit made for this one, or the returned one. */
  isCleared: boolean
  /** The transaction of the match is a deposit that was made for another statement entry. */
  isOfOtherStatementEntry: boolean
  /** The transaction of the match is in a payment run that may still pay it. */
  isInOpenRun: boolean
  /** Deposits of the matched person that the statement entry may be. */
  unclearedDeposits: UnclearedDeposit[]
  /** The statement entry that this one would pay back. */
  returned: StatementEntry | null
  /** What the actor has returned or booked to the chart alone within the last day. */
  decidedAloneCents: bigint
  /** The money of the statement entry goes back to its sender, in a payment run or on a statement already. */
  isPaidBack: boolean
  /** The account of the chart that the command names, which no one can close meanwhile. */
  glAccount: GlAccount | null
}

export type StatementEntryDecision =
  | { ok: false; code: RefusalCode }
  | { ok: true; statementEntry: StatementEntry; movements: NewMovement[]; effects: Effect[] }

export const refusedEntry = (code: RefusalCode): StatementEntryDecision => ({ ok: false, code })

/**
 * Why the actor may not decide about external money: who may not approve may not, either, and it takes an Active administrator
 * in person. Of system jobs, only the demonstration's history has one.
 */
export function externalMoneyRefusal(
  state: State,
  { actor, at }: Pick<CommandContext, 'actor' | 'at'>,
): RefusalCode | null {
  const refusal = actorRefusal(state, { actor, at, kind: 'approve' })
  if (refusal) return refusal
  const person = state.people.get(actor.personId)
  const isPerson = actor.kind === 'session' || (actor.kind === 'system' && actor.job === 'import_history')
  const may = isPerson && person?.status === 'Active' && hasPermission(person.role, 'outside:manage')
  return may ? null : 'forbidden'
}

/** The deposit that staff made for the statement entry, unless it was declined since. */
export function waitingDeposit(state: State, { depositId }: StatementEntry): Transaction | null {
  const deposit = depositId ? state.transactions.get(depositId) : undefined
  return deposit && deposit.status !== 'Declined' ? deposit : null
}

/** Staff have to decide about it. */
export const isOpen = ({ state }: StatementEntry): boolean =>
  state === 'matched' || state === 'suggested' || state === 'unmatched'
export const waitsForSecond = (state: State, statementEntry: StatementEntry) =>
  statementEntry.proposedBy !== null || waitingDeposit(state, statementEntry) !== null

type Purpose = Pick<NewMovement, 'purpose'> & Pick<NewMovement, 'debit' | 'credit' | 'amountCents'>

export function movementOf(
  { movementId, actor, at }: StatementEntryCommand,
  statementEntry: StatementEntry,
  purpose: Purpose,
): NewMovement {
  return {
    id: movementId,
    statementEntryId: statementEntry.id,
    round: statementEntry.round,
    actorId: actor.personId,
    bookedAt: at,
    ...purpose,
  }
}

/** Into the chain of the customer, if one is concerned, else of the actor. */
export const auditStatementEntry = (
  command: StatementEntryCommand,
  { statementEntry }: StatementEntryBooks,
  action: string,
  after: Record<string, unknown>,
  subjectId: string | null = null,
): Effect =>
  audit(command, {
    subjectId,
    action,
    before: {
      lineId: statementEntry.id,
      state: statementEntry.state,
      amountCents: statementEntry.amountCents.toString(),
    },
    after,
  })

/** The movement of an entry that is this transaction or return: out of suspense, or straight from the external account. */
export function bookAgainstClearing(
  command: StatementEntryCommand,
  { statementEntry, externalAccount }: StatementEntryBooks,
): NewMovement {
  return statementEntry.inSuspense
    ? movementOf(command, statementEntry, { purpose: 'assignment', ...leaveSuspense(statementEntry.amountCents) })
    : movementOf(command, statementEntry, {
        purpose: 'statement',
        ...bookStatementEntry(externalAccount.contra, 'wire_clearing', statementEntry.amountCents),
      })
}

export function bookedStatementEntry(
  { actor, at }: StatementEntryCommand,
  statementEntry: StatementEntry,
): StatementEntry {
  const decided = { decidedBy: actor.personId, decidedAt: at, bookedAt: at }
  return { ...statementEntry, state: 'booked', inSuspense: false, ...decided }
}

export function decideIgnore(
  state: State,
  books: StatementEntryBooks,
  command: Extract<StatementEntryCommand, { kind: 'ignore' }>,
): StatementEntryDecision {
  const { statementEntry, externalAccount } = books
  if (!isOpen(statementEntry)) return refusedEntry('line_decided')
  if (waitsForSecond(state, statementEntry)) return refusedEntry('line_waits')
  const { actor, at, reason } = command
  const withdrawal = {
    purpose: 'withdrawal' as const,
    ...withdrawStatementEntry(externalAccount.contra, statementEntry.amountCents),
  }
  return {
    ok: true,
    statementEntry: {
      ...statementEntry,
      state: 'ignored',
      ignoredReason: reason,
      inSuspense: false,
      round: statementEntry.inSuspense ? statementEntry.round + 1 : statementEntry.round,
      decidedBy: actor.personId,
      decidedAt: at,
    },
    movements: statementEntry.inSuspense ? [movementOf(command, statementEntry, withdrawal)] : [],
    effects: [auditStatementEntry(command, books, 'bank_line.ignored', { state: 'ignored', reason })],
  }
}

/** Money of an unknown owner goes back: out of suspense, to be paid by the next run. */
export function decideStatementEntryReturn(
  state: State,
  books: StatementEntryBooks,
  command: Extract<StatementEntryCommand, { kind: 'return' }>,
): StatementEntryDecision {
  const { statementEntry } = books
  const { actor, at } = command
  if (!isOpen(statementEntry)) return refusedEntry('line_decided')
  if (waitingDeposit(state, statementEntry) || waitsForChart(statementEntry)) return refusedEntry('line_waits')
  if (statementEntry.state !== 'unmatched' || statementEntry.amountCents <= 0n)
    return refusedEntry('line_not_returnable')
  const first = standingProposal(state, statementEntry, at)
  const refusal = first && secondRefusal(state, actor, first, at)
  if (refusal) return refusedEntry(refusal)
  const reason = first ? (statementEntry.returnedReason ?? command.reason) : command.reason
  if (!first && needsSecond(state, books)) return proposeReturn(books, command)
  return {
    ok: true,
    statementEntry: {
      ...bookedStatementEntry(command, statementEntry),
      returnedReason: reason,
      ...(first ? {} : { proposedBy: null, proposedAt: null }),
    },
    movements: [
      movementOf(command, statementEntry, { purpose: 'return', ...leaveSuspense(statementEntry.amountCents) }),
    ],
    effects: [
      auditStatementEntry(command, books, 'bank_line.returned', {
        state: 'booked',
        reason,
        ...(first && { proposedBy: first }),
      }),
    ],
  }
}

function proposeReturn(
  books: StatementEntryBooks,
  command: Extract<StatementEntryCommand, { kind: 'return' }>,
): StatementEntryDecision {
  const { actor, at, reason } = command
  return {
    ok: true,
    statementEntry: { ...books.statementEntry, returnedReason: reason, proposedBy: actor.personId, proposedAt: at },
    movements: [],
    effects: [auditStatementEntry(command, books, 'bank_line.return_proposed', { state: 'unmatched', reason })],
  }
}

/** A second person has to confirm that it is booked to the chart. */
const waitsForChart = ({ glAccount, proposedBy }: StatementEntry) => glAccount !== null && proposedBy !== null

/** Who proposed to return it or to book it to the chart, while that counts. */
export const standingProposal = (state: State, { proposedBy, proposedAt }: StatementEntry, at: Date): string | null =>
  standingProposer(state, proposedBy, proposedAt, at)

export function standingProposer(
  state: State,
  proposedBy: string | null,
  proposedAt: Date | null,
  at: Date,
): string | null {
  if (!proposedBy || !proposedAt || isExpired(proposedAt, at)) return null
  return mayPropose(state.people.get(proposedBy), 'outside:manage') ? proposedBy : null
}

export function secondRefusal(state: State, actor: Actor, proposedBy: string, at: Date): RefusalCode | null {
  const [confirmer, proposer] = [staffOf(state, actor.personId), staffOf(state, proposedBy)]
  if (!confirmer || !proposer) return 'second_admin_needed'
  return confirmerRefusal(confirmer, proposer, at)
}

/**
 * A statement can be forged, and a return pays money out, while a booking to the chart makes it no one's: the same limit as for
 * customers, for all that one person decides so within a day.
 */
export const needsSecond = (
  { fourEyesAboveCents }: State,
  { statementEntry: { amountCents }, decidedAloneCents }: StatementEntryBooks,
): boolean =>
  fourEyesAboveCents !== null &&
  decidedAloneCents + (amountCents < 0n ? -amountCents : amountCents) > fourEyesAboveCents
