import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import {
  type MatchReason,
  OPEN_ENTRY_STATES,
  type StatementEntryState,
} from '#contract/external-money/match-reasons.ts'
import type { EntryCounts } from '#contract/external-money/statement-evidence.ts'
import { toAmount } from '#contract/money.ts'
import { containsPattern } from '../../customers/email-search.ts'
import { searchedAmounts } from '../../payments/searched-amounts.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { FIRST_ID, LAST_ID } from '../../platform/db/id-range.ts'
import type { OpenEntry } from './read-candidates.ts'
import { readTargets, type StoredMatch, toMatch } from './read-targets.ts'

export type EntryRow = {
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
  state: StatementEntryState
  in_suspense: boolean
  transaction_id: string | null
  return_of: string | null
  person_id: string | null
  score: number | null
  reasons: string
  suggestions: StoredMatch[]
  ignored_reason: string | null
  returned_reason: string | null
  gl_code: string | null
  gl_name: string | null
  gl_text: string | null
  waits: boolean
  proposed_by: string | null
  proposer_name: string | null
  decided_by: string | null
  decider_name: string | null
  decided_at: Date | null
  booked_at: Date | null
}

/**
 * Who proposed: the first approval of the deposit, the first return or booking to the chart, or, once it is booked, the first who wants to
 * undo that. The undo of a credit waits as long as its reversal does.
 */
export const selectEntries = (sql: Reader) => sql`
  select l.id, l.statement_id, a.id as account_id, a.name as account_name, a.number as account_number, a.currency, l.booked_on,
    l.value_on, l.amount, l.end_to_end_id, l.bank_reference, l.counterparty_name, l.counterparty_number, l.text, l.state,
    l.in_suspense, l.transaction_id, l.return_of, l.person_id, l.score, l.reasons, l.suggestions, l.ignored_reason,
    l.returned_reason, g.code as gl_code, g.name as gl_name, l.gl_text, l.decided_by, d.full_name as decider_name, l.decided_at,
    l.booked_at, p.id as proposed_by, p.full_name as proposer_name, ${isWaiting(sql)} as waits
  from ${entriesWithProposals(sql)}
  left join gl_accounts g on g.account = l.gl_account
  left join people d on d.id = l.decided_by
  left join people p on p.id = coalesce(l.undo_proposed_by, l.proposed_by, t.proposed_by)`

const entriesWithProposals = (sql: Reader) => sql`
  bank_statement_lines l join outside_accounts a on a.id = l.outside_account_id
  left join transactions t on t.id = l.transaction_id and t.status = 'Pending'`

const isWaiting = (sql: Reader) => sql`
  (case when l.state = 'booked' then l.undo_proposed_by is not null and (l.transaction_id is null or exists (
          select 1 from transactions v where v.reverses_id = l.transaction_id and v.status = 'Pending'))
        else coalesce(l.proposed_by, t.proposed_by) is not null end)`

/** What matching reads of it. */
export const toOpenEntry = (
  row: Pick<EntryRow, 'id' | 'amount' | 'booked_on' | 'end_to_end_id' | 'counterparty_name' | 'text'>,
): OpenEntry => ({
  id: row.id,
  amountCents: row.amount,
  bookedOn: row.booked_on,
  endToEndId: row.end_to_end_id,
  counterpartyName: row.counterparty_name,
  text: row.text,
})

type Filter = {
  statementId?: string | undefined
  account?: string | undefined
  state?: StatementEntryState | undefined
  search?: string | undefined
}

/** A search looks at all that the entry says: a reference without its spaces, an amount without its sign. */
function matches(sql: Reader, { statementId, account, state, search }: Filter) {
  const pattern = search && containsPattern(search)
  const number = search && containsPattern(search.replace(/[\s-]/g, ''))
  return sql`
    ${state ? sql`l.state = ${state}` : sql`true`}
    and ${account ? sql`l.outside_account_id = ${account}` : sql`true`}
    and ${statementId ? sql`l.statement_id = ${statementId}` : sql`l.state <> 'undone'`}
    and ${
      pattern && number
        ? sql`(l.text ilike ${pattern} or l.counterparty_name ilike ${pattern} or l.gl_text ilike ${pattern}
              or translate(concat_ws(' ', l.text, l.end_to_end_id, l.bank_reference, l.counterparty_number), ' -', '') ilike ${number}
              or abs(l.amount) = any(${searchedAmounts(search)}::bigint[]))`
        : sql`true`
    }`
}

/** One more than the limit. Of a statement in the order of the file; over all, the newest first. */
export async function listEntries(
  sql: Reader,
  filter: Filter & { cursor?: string | undefined; limit: number },
): Promise<BankStatementEntry[]> {
  const { statementId, cursor, limit } = filter
  const page = statementId ? sql`l.id > ${cursor ?? FIRST_ID}` : sql`l.id < ${cursor ?? LAST_ID}`
  const rows = await sql<EntryRow[]>`
    ${selectEntries(sql)}
    where ${page} and ${matches(sql, filter)}
    order by l.id ${statementId ? sql`asc` : sql`desc`} limit ${limit + 1}`
  return toEntries(sql, rows)
}

type CountRow = { state: StatementEntryState; waits: boolean; count: bigint }

export async function countEntries(sql: Reader, filter: Filter): Promise<EntryCounts> {
  const rows = await sql<CountRow[]>`
    select l.state, ${isWaiting(sql)} as waits, count(*) as count from ${entriesWithProposals(sql)}
    where ${matches(sql, filter)} group by 1, 2`
  const sum = (counts: (row: CountRow) => boolean) =>
    Number(rows.filter(counts).reduce((total, { count }) => total + count, 0n))
  const inState = (wanted: StatementEntryState) => sum(({ state }) => state === wanted)
  return {
    open: OPEN_ENTRY_STATES.reduce((total, state) => total + inState(state), 0),
    certain: sum(({ state, waits }) => state === 'matched' && !waits),
    waiting: sum(({ waits }) => waits),
    states: {
      matched: inState('matched'),
      suggested: inState('suggested'),
      unmatched: inState('unmatched'),
      booked: inState('booked'),
      ignored: inState('ignored'),
    },
  }
}

export async function toEntries(sql: Reader, rows: readonly EntryRow[]): Promise<BankStatementEntry[]> {
  const targets = await readTargets(sql, rows.flatMap(matchesOf))
  return rows.map((row) => {
    const [best, ...others] = matchesOf(row)
    return {
      ...toEntry(row),
      match: best && isTargeted(best) ? toMatch(best, targets) : null,
      suggestions:
        row.state === 'booked' || row.state === 'undone'
          ? []
          : others.flatMap((other) => toMatch(other, targets) ?? []),
    }
  })
}

const isTargeted = ({ transactionId, userId, returnOf }: StoredMatch) => Boolean(transactionId ?? userId ?? returnOf)

/** The chosen one first, also where there is none. */
function matchesOf(row: EntryRow): StoredMatch[] {
  const reasons = row.reasons === '' ? [] : (row.reasons.split(' ') as MatchReason[])
  const { transaction_id: transactionId, person_id: userId, return_of: returnOf, score, suggestions } = row
  return [{ transactionId, userId, returnOf, score, reasons }, ...suggestions]
}

const named = (id: string | null, fullName: string | null) => (id ? { _id: id, fullName: fullName ?? '' } : null)

const toEntry = (row: EntryRow): Omit<BankStatementEntry, 'match' | 'suggestions'> => ({
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
  booking: row.gl_code === null ? null : { account: row.gl_code, name: row.gl_name ?? '', text: row.gl_text ?? '' },
  waitsFor: row.waits ? 'second_person' : null,
  proposedBy: named(row.proposed_by, row.proposer_name),
  ignoredReason: row.ignored_reason,
  returnedReason: row.returned_reason,
  decidedBy: named(row.decided_by, row.decider_name),
  decidedAt: row.decided_at?.toISOString() ?? null,
  bookedAt: row.booked_at?.toISOString() ?? null,
})

/** The customers whose names a list shows. */
export const peopleIn = (entries: readonly BankStatementEntry[]): string[] =>
  entries.flatMap(({ match, suggestions }) => [match, ...suggestions].flatMap((one) => one?.user?._id ?? []))
