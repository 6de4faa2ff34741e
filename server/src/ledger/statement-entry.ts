import type { LineState } from '#contract/external-money/match-reasons.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { CommandContext } from './types.ts'

/** A line of an outside account's statement: what is decided about it. */
export type BankLine = {
  id: string
  outsideAccountId: string
  /** Signed: credits are positive. */
  amountCents: bigint
  counterpartyName: string | null
  counterpartyNumber: string | null
  state: LineState
  transactionId: string | null
  returnOf: string | null
  personId: string | null
  score: number | null
  reasons: string
  inSuspense: boolean
  round: number
  /** Made by staff for this line. */
  depositId: string | null
  ignoredReason: string | null
  returnedReason: string | null
  proposedBy: string | null
  proposedAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  bookedAt: Date | null
}

/** What a line is. */
export type LineTarget =
  | { kind: 'transaction'; transactionId: string }
  /** The outgoing payment of a line that was returned. */
  | { kind: 'return'; lineId: string }
  /** A deposit is made for the person. */
  | { kind: 'person'; personId: string }

/** Ids for what a command may write, because `decide` makes none. */
type LineIds = { movementId: string; auditId: string; depositId: string; depositAuditId: string }

export type LineAct =
  | { kind: 'match'; target: LineTarget }
  | { kind: 'ignore'; reason: string }
  | { kind: 'undo' }
  | { kind: 'return'; reason: string }

export type LineCommand = CommandContext & LineIds & { lineId: string } & LineAct

export function lineCommand(lineId: string, act: LineAct, context: CommandContext): LineCommand {
  const newId = () => newIdAt(context.at)
  const ids = { movementId: newId(), auditId: newId(), depositId: newId(), depositAuditId: newId() }
  return { ...context, ...act, ...ids, lineId }
}

export type LineOutcome = { replayed: boolean } & ({ ok: true } | { ok: false; code: RefusalCode })
