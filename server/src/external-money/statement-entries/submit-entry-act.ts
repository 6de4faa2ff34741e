import type { Ledger } from '../../ledger/ledger.ts'
import { type LineAct, type LineOutcome, type LineTarget, lineCommand } from '../../ledger/statement-entry.ts'
import type { CommandContext } from '../../ledger/types.ts'

/** A key belongs to the line too: the path of the endpoint has a parameter in place of its id. */
export function submitLineAct(
  ledger: Ledger,
  lineId: string,
  act: LineAct,
  context: CommandContext,
): Promise<LineOutcome> {
  const { idempotency } = context
  const key = idempotency && { ...idempotency, route: `${idempotency.route} ${lineId}` }
  return ledger.decideLine(lineCommand(lineId, act, { ...context, idempotency: key }))
}

type MatchBody = { transactionId: string } | { userId: string } | { returnOf: string }

export function targetOf(body: MatchBody): LineTarget {
  if ('transactionId' in body) return { kind: 'transaction', transactionId: body.transactionId }
  if ('userId' in body) return { kind: 'person', personId: body.userId }
  return { kind: 'return', lineId: body.returnOf }
}
