import type { Ledger } from '../../ledger/ledger.ts'
import {
  type MatchAct,
  type StatementEntryAct,
  type StatementEntryOutcome,
  type StatementEntryTarget,
  statementEntryCommand,
} from '../../ledger/statement-entry.ts'
import type { CommandContext } from '../../ledger/types.ts'

/** A key belongs to the entry too: the path of the endpoint has a parameter in place of its id. */
export function submitEntryAct(
  ledger: Ledger,
  entryId: string,
  act: StatementEntryAct,
  context: CommandContext,
): Promise<StatementEntryOutcome> {
  const { idempotency } = context
  const key = idempotency && { ...idempotency, route: `${idempotency.route} ${entryId}` }
  return ledger.decideStatementEntry(statementEntryCommand(entryId, act, { ...context, idempotency: key }))
}

type MatchBody = { confirm?: true | undefined } & (
  | { transactionId: string }
  | { userId: string }
  | { returnOf: string }
)

export const matchOf = (body: MatchBody, score: number | null): MatchAct => ({
  kind: 'match',
  target: targetOf(body),
  confirm: body.confirm === true,
  score,
})

export function targetOf(body: MatchBody): StatementEntryTarget {
  if ('transactionId' in body) return { kind: 'transaction', transactionId: body.transactionId }
  if ('userId' in body) return { kind: 'person', personId: body.userId }
  return { kind: 'return', statementEntryId: body.returnOf }
}
