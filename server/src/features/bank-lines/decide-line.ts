import type { LineCommand, LineOutcome, LineTarget } from '../../ledger/bank-line.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { CommandContext } from '../../ledger/types.ts'

export type LineAct =
  | { kind: 'match'; target: LineTarget }
  | { kind: 'ignore'; reason: string }
  | { kind: 'undo' }
  | { kind: 'return'; reason: string }

/** A key belongs to the line too: the path of the endpoint has a parameter in place of its id. */
export function decideLine(
  ledger: Ledger,
  lineId: string,
  act: LineAct,
  context: CommandContext,
): Promise<LineOutcome> {
  const { at, idempotency } = context
  const command: LineCommand = {
    ...context,
    ...act,
    lineId,
    idempotency: idempotency && { ...idempotency, route: `${idempotency.route} ${lineId}` },
    movementId: newIdAt(at),
    auditId: newIdAt(at),
    depositId: newIdAt(at),
    depositAuditId: newIdAt(at),
  }
  return ledger.decideLine(command)
}

type MatchBody = { transactionId: string } | { userId: string } | { returnOf: string }

export function targetOf(body: MatchBody): LineTarget {
  if ('transactionId' in body) return { kind: 'transaction', transactionId: body.transactionId }
  if ('userId' in body) return { kind: 'person', personId: body.userId }
  return { kind: 'return', lineId: body.returnOf }
}
