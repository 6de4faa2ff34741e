import type { Ledger } from '../../ledger/ledger.ts'
import { statementEntryCommand } from '../../ledger/statement-entry.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'

const ENTRIES_PER_READ = 200
/** What is not booked by then waits for one click. */
const MAX_MS = 20_000

type MatchedEntry = { id: string; transaction_id: string | null; person_id: string }

/**
 * Books the matched credits of an import without a click, in the name of who imported it and under every rule of a click: what needs
 * a second person, belongs to the importer, or may be another deposit, waits.
 */
export async function bookMatchedEntries(
  sql: Sql,
  ledger: Ledger,
  statementId: string,
  context: CommandContext,
  maxMs = MAX_MS,
): Promise<void> {
  const deadline = performance.now() + maxMs
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const entries = await sql<MatchedEntry[]>`
      select id, transaction_id, person_id from bank_statement_lines
      where statement_id = ${statementId} and id > ${after} and state = 'matched' and amount > 0 and person_id is not null
      order by id limit ${ENTRIES_PER_READ}`
    const last = entries.at(-1)
    if (!last) return
    after = last.id
    for (const { id, transaction_id: transactionId, person_id: personId } of entries) {
      if (performance.now() > deadline) return
      const target = transactionId
        ? ({ kind: 'transaction', transactionId } as const)
        : ({ kind: 'person', personId } as const)
      // A refusal leaves the entry as it is.
      await ledger.decideStatementEntry(
        statementEntryCommand(
          id,
          { kind: 'match', target, confirm: false, score: null },
          { ...context, idempotency: null },
        ),
      )
    }
  }
}
