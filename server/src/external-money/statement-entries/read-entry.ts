import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { type Match, matchLine } from './match-entry.ts'
import { readCandidates } from './read-candidates.ts'
import { type LineRow, selectLines, toLines } from './read-entries.ts'

/** While it waits, with suggestions of now: deposits may have come since the import. */
export async function readLine(sql: Reader, zone: string, id: string): Promise<BankStatementLine | null> {
  const [row] = await sql<LineRow[]>`${selectLines(sql)} where l.id = ${id}`
  if (!row) return null
  const suggestions = row.state === 'booked' || row.state === 'ignored' ? [] : await suggest(sql, zone, row)
  const [line] = await toLines(sql, [{ ...row, suggestions }])
  return line ?? null
}

async function suggest(sql: Reader, zone: string, row: LineRow) {
  const line = {
    id: row.id,
    amountCents: row.amount,
    bookedOn: row.booked_on,
    endToEndId: row.end_to_end_id,
    counterpartyName: row.counterparty_name,
    text: row.text,
  }
  const { candidates = [], people = [] } = (await readCandidates(sql, [line], zone)).get(row.id) ?? {}
  const { matched, suggestions } = matchLine(line, candidates, people)
  const found = [...(matched ? [matched] : []), ...suggestions]
  return found.filter((match) => !isChosen(row, match)).map(({ target, ...match }) => ({ ...target, ...match }))
}

/** It is the line's match already. */
function isChosen(row: LineRow, { target }: Match): boolean {
  if ('transactionId' in target) return target.transactionId === row.transaction_id
  if ('returnOf' in target) return target.returnOf === row.return_of
  return target.userId === row.person_id && row.transaction_id === null
}
