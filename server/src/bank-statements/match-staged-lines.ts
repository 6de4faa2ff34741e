import { column } from '../db/arrays.ts'
import type { Sql } from '../db/connection.ts'
import { type Match, type Matching, matchLine } from './match-line.ts'
import { addSimilarCandidates, type OpenLine, readNamedCandidates } from './read-candidates.ts'

const LINES_PER_READ = 2_000

type StagedRow = {
  id: string
  place: number
  amount: bigint
  booked_on: string
  end_to_end_id: string | null
  counterparty_name: string | null
  text: string
}

/**
 * Finds what the staged lines of an import are, in parts of constant size. Outside of the import's transaction, which
 * checks again what it books.
 */
export async function matchStagedLines(sql: Sql, importId: string, zone: string): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await sql<StagedRow[]>`
      select id, place, amount, booked_on, end_to_end_id, counterparty_name, text from staged_statement_lines
      where import_id = ${importId} and place > ${after} order by place limit ${LINES_PER_READ}`
    const last = rows.at(-1)
    if (!last) return
    after = last.place
    const found = await matchLines(sql, rows.map(toOpenLine), zone)
    const results = rows.flatMap((row) => {
      const matching = found.get(row.id)
      return matching && (matching.matched || matching.suggestions.length > 0) ? [toResult(row.place, matching)] : []
    })
    if (results.length > 0) await storeResults(sql, importId, results)
  }
}

/** What a line names decides; only where that is nothing certain, others of its amount are looked for. */
async function matchLines(sql: Sql, lines: readonly OpenLine[], zone: string): Promise<Map<string, Matching>> {
  const candidates = await readNamedCandidates(sql, lines, zone)
  const match = (line: OpenLine) => {
    const { candidates: open = [], people = [] } = candidates.get(line.id) ?? {}
    return matchLine(line, open, people)
  }
  const found = new Map(lines.map((line) => [line.id, match(line)]))
  const uncertain = lines.filter(({ id }) => !found.get(id)?.matched)
  await addSimilarCandidates(sql, candidates, uncertain, zone)
  for (const line of uncertain) found.set(line.id, match(line))
  return found
}

const toOpenLine = (row: StagedRow): OpenLine => ({
  id: row.id,
  amountCents: row.amount,
  bookedOn: row.booked_on,
  endToEndId: row.end_to_end_id,
  counterpartyName: row.counterparty_name,
  text: row.text,
})

type Result = { place: number; state: 'matched' | 'suggested'; best: Match | null; others: Match[] }

function toResult(place: number, { matched, suggestions }: Matching): Result {
  if (matched) return { place, state: 'matched', best: matched, others: suggestions }
  // One click books the best one, so it must be bookable.
  const best = suggestions.find(({ reasons }) => !reasons.includes('amount_differs')) ?? null
  return { place, state: 'suggested', best, others: suggestions.filter((other) => other !== best) }
}

const targetOf = ({ best }: Result) => ({ transactionId: null, userId: null, returnOf: null, ...best?.target })

const storeResults = (sql: Sql, importId: string, found: readonly Result[]) => sql`
  update staged_statement_lines s
  set state = f.state, transaction_id = f.transaction_id, person_id = f.person_id, return_of = f.return_of, score = f.score,
      reasons = f.reasons, suggestions = f.suggestions
  from unnest(
    ${column(found, ({ place }) => place)}::int[], ${column(found, ({ state }) => state)}::text[],
    ${column(found, (result) => targetOf(result).transactionId)}::uuid[],
    ${column(found, (result) => targetOf(result).userId)}::uuid[],
    ${column(found, (result) => targetOf(result).returnOf)}::uuid[],
    ${column(found, ({ best }) => best?.score ?? null)}::smallint[],
    ${column(found, ({ best }) => best?.reasons.join(' ') ?? '')}::text[],
    ${column(found, ({ others }) => JSON.stringify(others.map(toStored)))}::text[]::json[])
    as f (place, state, transaction_id, person_id, return_of, score, reasons, suggestions)
  where s.import_id = ${importId} and s.place = f.place`

const toStored = ({ target, score, reasons }: Match) => ({ ...target, score, reasons })
