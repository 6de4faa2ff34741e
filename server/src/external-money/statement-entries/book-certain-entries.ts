import { type BulkResult, MAX_BOOKED_AT_ONCE, MAX_BULK_SECONDS } from '#contract/external-money/statement-entry-acts.ts'
import { refusals } from '#contract/refusals.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { type StatementEntryTarget, statementEntryCommand } from '../../ledger/statement-entry.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { FIRST_ID } from '../../platform/db/id-range.ts'

const ENTRIES_PER_BATCH = 100
const ENTRIES_PER_READ = 500

type Wanted = {
  account?: string | undefined
  statement?: string | undefined
  limit?: number | undefined
  after?: string | undefined
}
type CertainEntry = {
  id: string
  transaction_id: string | null
  return_of: string | null
  person_id: string | null
}
type Booked = { results: BulkResult[]; next: string | null }

/**
 * Books what matching is certain of, without asking: what needs a second person, is the actor's own or is in doubt stays as it is. Every batch is
 * a transaction of its own, so what was booked stays booked whatever happens to the rest.
 */
export async function bookCertainEntries(
  sql: Sql,
  ledger: Ledger,
  { account, statement, limit = MAX_BOOKED_AT_ONCE, after = FIRST_ID }: Wanted,
  context: CommandContext,
  maxMs = MAX_BULK_SECONDS * 1000,
): Promise<Booked> {
  const deadline = performance.now() + maxMs
  const results: BulkResult[] = []
  for (let position = after; ; ) {
    const rows = await readCertain(
      sql,
      { account, statement, after: position },
      Math.min(ENTRIES_PER_READ, limit - results.length),
    )
    for (const batch of inBatches(rows)) {
      results.push(...(await bookBatch(ledger, batch, context)))
    }
    const last = rows.at(-1)
    if (!last) return { results, next: null }
    position = last.id
    if (results.length >= limit || performance.now() > deadline) return { results, next: position }
  }
}

const readCertain = (
  sql: Reader,
  { account, statement, after }: Pick<Wanted, 'account' | 'statement'> & { after: string },
  limit: number,
) => sql<CertainEntry[]>`
  select id, transaction_id, return_of, person_id from bank_statement_lines
  where state = 'matched' and id > ${after} and ${account ? sql`outside_account_id = ${account}` : sql`true`}
    and ${statement ? sql`statement_id = ${statement}` : sql`true`}
  order by id limit ${limit}`

/** A person, and a transaction, is in a batch once: what one entry does to them, the next one has to read. */
function inBatches(rows: readonly CertainEntry[]): CertainEntry[][] {
  const batches: { entries: CertainEntry[]; taken: Set<string> }[] = []
  for (const row of rows) {
    const ids = [row.transaction_id, row.return_of, row.person_id].filter((id) => id !== null)
    const isFree = ({ entries, taken }: (typeof batches)[number]) =>
      entries.length < ENTRIES_PER_BATCH && !ids.some((id) => taken.has(id))
    const batch = batches.find(isFree) ?? { entries: [], taken: new Set<string>() }
    if (batch.entries.length === 0) batches.push(batch)
    batch.entries.push(row)
    for (const id of ids) batch.taken.add(id)
  }
  return batches.map(({ entries }) => entries)
}

async function bookBatch(
  ledger: Ledger,
  entries: readonly CertainEntry[],
  context: CommandContext,
): Promise<BulkResult[]> {
  const commands = entries.map((entry) =>
    statementEntryCommand(
      entry.id,
      { kind: 'match', target: targetOf(entry), confirm: false, score: null, alone: true },
      { ...context, idempotency: null },
    ),
  )
  const outcomes = await ledger.decideStatementEntries(commands)
  return entries.map(({ id }, place): BulkResult => {
    const outcome = outcomes[place]
    if (outcome?.ok) return { _id: id, state: 'booked', code: null, message: null }
    const code = outcome?.code ?? 'internal'
    return { _id: id, state: 'matched', code, message: refusals[code].message }
  })
}

function targetOf({ transaction_id, return_of, person_id }: CertainEntry): StatementEntryTarget {
  if (transaction_id) return { kind: 'transaction', transactionId: transaction_id }
  if (return_of) return { kind: 'return', statementEntryId: return_of }
  if (person_id) return { kind: 'person', personId: person_id }
  throw new Error('A matched entry has no target')
}
