import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import type { LineState, MatchReason } from '#contract/external-money/match-reasons.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { FIRST_ID, LAST_ID } from '../../platform/db/id-range.ts'
import { readTargets, type StoredMatch, toMatch } from './read-targets.ts'

export type LineRow = {
  id: string
  statement_id: string
  account_id: string
  account_name: string
  account_number: string
  currency: string
  booked_on: string
  value_on: string | null
  amount: bigint
  end_to_end_id: string | null
  bank_reference: string | null
  counterparty_name: string | null
  counterparty_number: string | null
  text: string
  state: LineState
  in_suspense: boolean
  transaction_id: string | null
  return_of: string | null
  person_id: string | null
  score: number | null
  reasons: string
  suggestions: StoredMatch[]
  ignored_reason: string | null
  returned_reason: string | null
  proposed_by: string | null
  proposer_name: string | null
  decided_by: string | null
  decider_name: string | null
  decided_at: Date | null
  booked_at: Date | null
}

/** Who proposed: the first approval of the deposit, or the first return. Null, once it is booked. */
export const selectLines = (sql: Reader) => sql`
  select l.id, l.statement_id, a.id as account_id, a.name as account_name, a.number as account_number, a.currency, l.booked_on,
    l.value_on, l.amount, l.end_to_end_id, l.bank_reference, l.counterparty_name, l.counterparty_number, l.text, l.state,
    l.in_suspense, l.transaction_id, l.return_of, l.person_id, l.score, l.reasons, l.suggestions, l.ignored_reason,
    l.returned_reason, l.decided_by, d.full_name as decider_name, l.decided_at, l.booked_at, p.id as proposed_by,
    p.full_name as proposer_name
  from bank_statement_lines l join outside_accounts a on a.id = l.outside_account_id
  left join people d on d.id = l.decided_by
  left join transactions t on t.id = l.transaction_id and t.status = 'Pending'
  left join people p on p.id = coalesce(l.proposed_by, t.proposed_by)`

type Filter = {
  statementId?: string
  account?: string | undefined
  state?: LineState | undefined
  cursor?: string | undefined
  limit: number
}

/** One more than the limit. Of a statement in the order of the file; over all, the newest first. */
export async function listLines(sql: Reader, filter: Filter): Promise<BankStatementLine[]> {
  const { statementId, account, state, cursor, limit } = filter
  const page = statementId
    ? sql`l.statement_id = ${statementId} and l.id > ${cursor ?? FIRST_ID}`
    : sql`l.id < ${cursor ?? LAST_ID}`
  const rows = await sql<LineRow[]>`
    ${selectLines(sql)}
    where ${page} and ${state ? sql`l.state = ${state}` : sql`true`}
      and ${account ? sql`l.outside_account_id = ${account}` : sql`true`}
    order by l.id ${statementId ? sql`asc` : sql`desc`} limit ${limit + 1}`
  return toLines(sql, rows)
}

export async function toLines(sql: Reader, rows: readonly LineRow[]): Promise<BankStatementLine[]> {
  const targets = await readTargets(sql, rows.flatMap(matchesOf))
  return rows.map((row) => {
    const [best, ...others] = matchesOf(row)
    return {
      ...toLine(row),
      match: best && isTargeted(best) ? toMatch(best, targets) : null,
      suggestions: row.state === 'booked' ? [] : others.flatMap((other) => toMatch(other, targets) ?? []),
    }
  })
}

const isTargeted = ({ transactionId, userId, returnOf }: StoredMatch) => Boolean(transactionId ?? userId ?? returnOf)

/** The chosen one first, also where there is none. */
function matchesOf(row: LineRow): StoredMatch[] {
  const reasons = row.reasons === '' ? [] : (row.reasons.split(' ') as MatchReason[])
  const { transaction_id: transactionId, person_id: userId, return_of: returnOf, score, suggestions } = row
  return [{ transactionId, userId, returnOf, score, reasons }, ...suggestions]
}

const named = (id: string | null, fullName: string | null) => (id ? { _id: id, fullName: fullName ?? '' } : null)

const toLine = (row: LineRow): Omit<BankStatementLine, 'match' | 'suggestions'> => ({
  _id: row.id,
  statementId: row.statement_id,
  account: { _id: row.account_id, name: row.account_name, number: row.account_number, currency: row.currency },
  bookedOn: row.booked_on,
  valueOn: row.value_on,
  amount: toAmount(row.amount),
  endToEndId: row.end_to_end_id,
  bankReference: row.bank_reference,
  counterpartyName: row.counterparty_name,
  counterpartyNumber: row.counterparty_number,
  text: row.text,
  state: row.state,
  inSuspense: row.in_suspense,
  waitsFor: row.proposed_by && row.state !== 'booked' ? 'second_person' : null,
  proposedBy: named(row.proposed_by, row.proposer_name),
  ignoredReason: row.ignored_reason,
  returnedReason: row.returned_reason,
  decidedBy: named(row.decided_by, row.decider_name),
  decidedAt: row.decided_at?.toISOString() ?? null,
  bookedAt: row.booked_at?.toISOString() ?? null,
})

/** The customers whose names a list shows. */
export const peopleIn = (lines: readonly BankStatementLine[]): string[] =>
  lines.flatMap(({ match, suggestions }) => [match, ...suggestions].flatMap((one) => one?.user?._id ?? []))
