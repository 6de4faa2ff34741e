import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { CommandContext } from './types.ts'

/** An entry of an external account's statement: what is decided about it. */
export type StatementEntry = {
  id: string
  externalAccountId: string
  /** Signed: credits are positive. */
  amountCents: bigint
  bookedOn: string
  counterpartyName: string | null
  counterpartyNumber: string | null
  state: StatementEntryState
  transactionId: string | null
  returnOf: string | null
  personId: string | null
  score: number | null
  reasons: string
  inSuspense: boolean
  round: number
  /** The deposit that staff made for this statement entry. */
  depositId: string | null
  /** Whether staff said that the credit is none of the person's uncleared deposits. Null: nothing is credited. */
  doubtConfirmed: boolean | null
  /** What arrived, less the amount of the deposit that the statement entry is. */
  differenceCents: bigint
  ignoredReason: string | null
  returnedReason: string | null
  /** What it is booked to by hand, or will be once a second person has confirmed it: an account of the chart, as bookings name it. */
  glAccount: string | null
  glText: string | null
  proposedBy: string | null
  proposedAt: Date | null
  /** Who wants to undo the booking, while a second person has to confirm that. */
  undoProposedBy: string | null
  undoProposedAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  bookedAt: Date | null
}

/** What a statement entry is. */
export type StatementEntryTarget =
  | { kind: 'transaction'; transactionId: string }
  /** The outgoing payment of a statement entry that was returned. */
  | { kind: 'return'; statementEntryId: string }
  /** A deposit is made for the person. */
  | { kind: 'person'; personId: string }

/** Ids for what a command may write, because `decide` makes none. */
type StatementEntryIds = {
  movementId: string
  auditId: string
  depositId: string
  depositAuditId: string
  declineAuditId: string
}

export type MatchAct = {
  kind: 'match'
  target: StatementEntryTarget
  /** The actor was asked: about a deposit that it may be, an amount that differs, a low score, or a person who is not Active. */
  confirm: boolean
  /** How sure the match is, out of 100. Null: certain by reference, or the actor chose a person. */
  score: number | null
  /** Nothing is proposed: what needs a second person is refused. */
  alone?: true
}

export type StatementEntryAct =
  | MatchAct
  /** The code is that of an account of the chart. */
  | { kind: 'book'; code: string; text: string }
  | { kind: 'ignore'; reason: string }
  | { kind: 'undo' }
  | { kind: 'return'; reason: string }

export type StatementEntryCommand = CommandContext &
  StatementEntryIds & { statementEntryId: string } & StatementEntryAct

export function statementEntryCommand(
  statementEntryId: string,
  act: StatementEntryAct,
  context: CommandContext,
): StatementEntryCommand {
  const newId = () => newIdAt(context.at)
  const ids = {
    movementId: newId(),
    auditId: newId(),
    depositId: newId(),
    depositAuditId: newId(),
    declineAuditId: newId(),
  }
  return { ...context, ...act, ...ids, statementEntryId }
}

export type StatementEntryOutcome = { replayed: boolean } & ({ ok: true } | { ok: false; code: RefusalCode })
