import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { type Match, matchEntry } from './match-entry.ts'
import { readCandidates } from './read-candidates.ts'
import { type EntryRow, selectEntries, toEntries } from './read-entries.ts'

/** While it waits, with suggestions of now: deposits may have come since the import. */
export async function readEntry(sql: Reader, zone: string, id: string): Promise<BankStatementEntry | null> {
  const [row] = await sql<EntryRow[]>`${selectEntries(sql)} where l.id = ${id}`
  if (!row) return null
  const isDone = row.state === 'booked' || row.state === 'ignored' || row.state === 'undone'
  const suggestions = isDone ? [] : await suggest(sql, zone, row)
  const [entry] = await toEntries(sql, [{ ...row, suggestions }])
  return entry ?? null
}

async function suggest(sql: Reader, zone: string, row: EntryRow) {
  const entry = {
    id: row.id,
    amountCents: row.amount,
    bookedOn: row.booked_on,
    endToEndId: row.end_to_end_id,
    counterpartyName: row.counterparty_name,
    text: row.text,
  }
  const { candidates = [], people = [] } = (await readCandidates(sql, [entry], zone)).get(row.id) ?? {}
  const { matched, suggestions } = matchEntry(entry, candidates, people)
  const found = [...(matched ? [matched] : []), ...suggestions]
  return found.filter((match) => !isChosen(row, match)).map(({ target, ...match }) => ({ ...target, ...match }))
}

/** It is the entry's match already. */
function isChosen(row: EntryRow, { target }: Match): boolean {
  if ('transactionId' in target) return target.transactionId === row.transaction_id
  if ('returnOf' in target) return target.returnOf === row.return_of
  return target.userId === row.person_id && row.transaction_id === null
}
