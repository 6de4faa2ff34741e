import type { MatchReason } from '#contract/external-money/match-reasons.ts'
import type { StatementEntryTarget } from '../../ledger/statement-entry.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { isCertain, isWorthy, type Match, scoreChosen } from './match-entry.ts'
import { type OpenEntry, readCandidates, readChosen } from './read-candidates.ts'
import { type EntryRow, toOpenEntry } from './read-entries.ts'

/**
 * How sure a match is that staff confirm. Null: it is certain, or no suggestion but what staff found themselves: a person, or a transaction
 * that matching would not suggest.
 */
export async function readScore(
  sql: Reader,
  zone: string,
  entryId: string,
  target: StatementEntryTarget,
): Promise<Pick<Match, 'score' | 'reasons'> | null> {
  if (target.kind === 'person') return null
  const [row] = await sql<EntryRow[]>`
    select id, amount, booked_on::text as booked_on, end_to_end_id, counterparty_name, text from bank_statement_lines
    where id = ${entryId}`
  const match = row && (await scoreOf(sql, zone, toOpenEntry(row), target))
  return match && isWorthy(match) && !isCertain(match) ? match : null
}

async function scoreOf(
  sql: Reader,
  zone: string,
  entry: OpenEntry,
  target: Exclude<StatementEntryTarget, { kind: 'person' }>,
): Promise<Match | null> {
  const { candidates = [] } = (await readCandidates(sql, [entry], zone)).get(entry.id) ?? {}
  const chosen =
    target.kind === 'return'
      ? candidates.find(({ returnOf }) => returnOf === target.statementEntryId)
      : await readChosen(sql, entry, target.transactionId, zone)
  return chosen ? scoreChosen(entry, chosen, candidates) : null
}

/** Why staff are asked, where the person who would be credited is not Active. */
export async function readStandingReasons(sql: Reader, target: StatementEntryTarget): Promise<MatchReason[]> {
  if (target.kind === 'return') return []
  const [row] = await sql<{ status: string }[]>`
    select p.status from people p where p.id = ${
      target.kind === 'person'
        ? target.personId
        : sql`(select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = ${target.transactionId})`
    }`
  return row && row.status !== 'Active' ? ['person_not_active'] : []
}
