import type { EntryEvidence } from '#contract/external-money/statement-evidence.ts'
import { toAmount } from '#contract/money.ts'
import { DEPOSIT_DAYS } from '../../ledger/uncleared-deposits.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { isWorthy, type Match, scoreChosen } from './match-entry.ts'
import { readCandidates, readChosen } from './read-candidates.ts'
import { type EntryRow, selectEntries, toOpenEntry } from './read-entries.ts'

const MAX_EVIDENCE = 5
const DAYS_BEFORE = 5

type Deposit = { owner_id: string; amount: bigint; method: string; status: string; submitted_at: Date }
type Evidence = { personId: string; entries: EntryEvidence[] }

/** The entries that a deposit may be, best first; of one that is booked with an entry, that entry. Null: no such transaction. */
export async function readEvidence(sql: Reader, zone: string, transactionId: string): Promise<Evidence | null> {
  const [deposit] = await sql<Deposit[]>`
    select a.owner_id, t.amount, t.method, t.status, t.submitted_at
    from transactions t join accounts a on a.id = t.account_id where t.id = ${transactionId}`
  if (!deposit) return null
  const booked = await sql<EntryRow[]>`
    ${selectEntries(sql)} where l.transaction_id = ${transactionId} and l.state = 'booked'`
  const entries =
    booked.length > 0
      ? booked.map((row) => toEvidence(row, null))
      : isOpenDeposit(deposit)
        ? await openEvidence(sql, zone, transactionId, deposit)
        : []
  return { personId: deposit.owner_id, entries }
}

const isOpenDeposit = ({ amount, method, status }: Deposit) =>
  amount > 0n && status === 'Pending' && (method === 'wire' || method === 'bank')

/** Entries of the deposit's amount around its day, and those that name the person or were matched with the deposit. */
async function openEvidence(sql: Reader, zone: string, transactionId: string, deposit: Deposit) {
  const day = deposit.submitted_at.toISOString().slice(0, 10)
  const rows = await sql<EntryRow[]>`
    ${selectEntries(sql)}
    where l.state in ('matched', 'suggested', 'unmatched') and l.deposit_id is null
      and ((l.amount = ${deposit.amount} and l.booked_on between ${day}::date - ${DAYS_BEFORE}::int and ${day}::date + ${DEPOSIT_DAYS}::int)
           or l.transaction_id = ${transactionId} or l.person_id = ${deposit.owner_id})
    order by l.id desc limit 50`
  const candidates = await readCandidates(sql, rows.map(toOpenEntry), zone)
  const scored: { row: EntryRow; match: Match }[] = []
  for (const row of rows) {
    const entry = toOpenEntry(row)
    const chosen = await readChosen(sql, entry, transactionId, zone)
    const match = chosen && scoreChosen(entry, chosen, candidates.get(row.id)?.candidates ?? [])
    if (match && isWorthy(match)) scored.push({ row, match })
  }
  return scored
    .sort((a, b) => b.match.score - a.match.score || b.row.id.localeCompare(a.row.id))
    .slice(0, MAX_EVIDENCE)
    .map(({ row, match }) => toEvidence(row, match))
}

const toEvidence = (row: EntryRow, match: Match | null): EntryEvidence => ({
  _id: row.id,
  account: { _id: row.account_id, name: row.account_name, number: row.account_number, currency: row.currency },
  bookedOn: row.booked_on,
  amount: toAmount(row.amount),
  counterpartyName: row.counterparty_name,
  text: row.text,
  state: row.state,
  score: match?.score ?? null,
  reasons: match?.reasons ?? [],
})
