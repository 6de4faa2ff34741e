import type { BankStatementEntryDetails, EntryBooking } from '#contract/external-money/bank-statements.ts'
import { OPEN_ENTRY_STATES } from '#contract/external-money/match-reasons.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { type Match, matchEntry } from './match-entry.ts'
import { readCandidates } from './read-candidates.ts'
import { type EntryRow, selectEntries, toEntries, toOpenEntry } from './read-entries.ts'

/** While it waits, with suggestions of now: deposits may have come since the import. */
export async function readEntry(sql: Reader, zone: string, id: string): Promise<BankStatementEntryDetails | null> {
  const [row] = await sql<EntryRow[]>`${selectEntries(sql)} where l.id = ${id}`
  if (!row) return null
  const isOpen = OPEN_ENTRY_STATES.some((state) => state === row.state)
  const suggestions = isOpen ? await suggest(sql, zone, row) : []
  const [[entry], history] = await Promise.all([toEntries(sql, [{ ...row, suggestions }]), readHistory(sql, id)])
  return entry ? { ...entry, history } : null
}

type BookingRow = Omit<EntryBooking, '_id' | 'at' | 'by' | 'amount'> & {
  id: string
  booked_at: Date
  actor_id: string
  full_name: string
  amount: bigint
}

/** Accounts have a code from the moment they are added. */
async function readHistory(sql: Reader, id: string): Promise<EntryBooking[]> {
  const rows = await sql<BookingRow[]>`
    select m.id, m.booked_at, m.actor_id, p.full_name, m.purpose, m.amount,
      coalesce(d.code, m.debit) as debit, coalesce(c.code, m.credit) as credit
    from contra_movements m join people p on p.id = m.actor_id
    left join gl_accounts d on d.account = m.debit left join gl_accounts c on c.account = m.credit
    where m.line_id = ${id} order by m.number`
  return rows.map(({ id: _id, booked_at, actor_id, full_name, amount, purpose, debit, credit }) => ({
    _id,
    at: booked_at.toISOString(),
    by: { _id: actor_id, fullName: full_name },
    purpose,
    debit,
    credit,
    amount: toAmount(amount),
  }))
}

async function suggest(sql: Reader, zone: string, row: EntryRow) {
  const entry = toOpenEntry(row)
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
