import { parseCents } from '#contract/money.ts'
import type { StatementEntryToMatch } from '../../ledger/staged-statement-entries.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { withoutNestedLoops } from '../../platform/db/plans.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { type FileEntry, type StatementEvent, StatementFormatError } from '../statement-files/statement-file.ts'
import type { FileSurvey } from '../statement-files/survey-statements.ts'
import { BalanceAfter, identityOf } from './entry-identity.ts'
import { stageMatchedEntries } from './stage-matched-entries.ts'

const ENTRIES_PER_WRITE = 2_000
/** A quarter of a million rows take longer than a request's statements may. */
const TIMEOUT_MS = 120_000
/** Exact as a JSON number, and a hundred times the world's largest payment. */
const MAX_CENTS = 1_000_000_000_000_000n

type StagingOptions = {
  importId: string
  survey: FileSurvey
  /** By the number in the file. */
  accountIds: ReadonlyMap<string, string>
  zone: string
  at: Date
  onEntries: (entries: number) => Promise<void>
}

/** The second pass over a file: its entries into the staging table, in parts of constant size. */
export async function stageFile(
  sql: Sql,
  groups: AsyncIterable<readonly StatementEvent[]>,
  staging: StagingOptions,
): Promise<void> {
  const { survey, accountIds, onEntries } = staging
  let place = 0
  let statement = -1
  let balances: BalanceAfter | null = null
  let accountId = ''
  let entries: StatementEntryToMatch[] = []
  // PostgreSQL matches and writes one part while the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    writing = stageMatchedEntries(sql, entries, staging)
    // It is awaited later; until then a failure must not count as unhandled.
    writing.catch(() => {})
    entries = []
    await onEntries(place)
  }
  for await (const events of groups)
    for (const event of events) {
      if (event.kind === 'opened') {
        const found = survey.order[++statement]
        accountId = accountIds.get(event.account.number) ?? ''
        balances = found ? new BalanceAfter(found.statement) : null
      }
      if (event.kind !== 'entry') continue
      const identity = identityOf(event.entry, balances?.next(event.entry) ?? null)
      const id = newIdAt(staging.at, place)
      entries.push({ ...toStaged(event.entry), place, id, externalAccountId: accountId, identity })
      place++
      if (entries.length === ENTRIES_PER_WRITE) await flush()
    }
  await flush()
  await writing
  await inTransaction(sql, async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${TIMEOUT_MS}`)
    await withoutNestedLoops(tx, () => tellEqualEntriesApart(tx, staging.importId))
  })
}

/** PostgreSQL counts equal entries, so that memory does not grow with the file. */
async function tellEqualEntriesApart(tx: Tx, importId: string): Promise<void> {
  await tx`
    update staged_statement_lines s set identity = sha256(s.identity || int4send(counted.turn::int))
    from (
      select place, row_number() over (partition by outside_account_id, identity order by place) as turn
      from staged_statement_lines where import_id = ${importId}) as counted
    where s.import_id = ${importId} and s.place = counted.place and counted.turn > 1`
}

/** After an import, or of one that was refused. What a server leaves that dies is deleted by the clean-up job. */
export const discardStaged = (sql: Sql, importId: string): Promise<unknown> =>
  inTransaction(sql, async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${TIMEOUT_MS}`)
    await tx`delete from staged_statement_lines where import_id = ${importId}`
  })

const shortened = (text: string | null, length: number): string | null => (text === null ? null : text.slice(0, length))

function toStaged(entry: FileEntry) {
  const { bookedOn, valueOn, amount, endToEndId, bankReference, counterpartyName, counterpartyNumber, text } = entry
  return {
    bookedOn,
    valueOn,
    amountCents: centsOf(amount, `The line of ${bookedOn}`),
    endToEndId: shortened(endToEndId, 100),
    bankReference: shortened(bankReference, 100),
    counterpartyName: shortened(counterpartyName, 200),
    counterpartyNumber: shortened(counterpartyNumber, 60),
    text: text.slice(0, 2_000),
  }
}

export function centsOf(amount: string, where: string): bigint {
  const cents = parseCents(amount)
  if (cents === null) throw new StatementFormatError(`${where}: ${amount} has more decimals than the currency.`)
  if (cents > MAX_CENTS || cents < -MAX_CENTS) throw new StatementFormatError(`${where}: ${amount} is too large.`)
  return cents
}
