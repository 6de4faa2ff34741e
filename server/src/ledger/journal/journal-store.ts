import { column } from '../../platform/db/arrays.ts'
import type { Tx } from '../../platform/db/connection.ts'
import type { BookedLine, ReversedEntry } from './decide-journal-entry.ts'

export type NewJournalEntry = {
  id: string
  number: bigint
  valueOn: string
  text: string
  reversesId: string | null
  proposalId: string
  proposedBy: string
  confirmedBy: string
  bookedAt: Date
  lines: readonly BookedLine[]
}

export type JournalHead = { number: bigint; hash: Buffer }

export async function lockJournalHead(tx: Tx): Promise<JournalHead> {
  const [head] = await tx<JournalHead[]>`select number, hash from journal_head for update`
  if (!head) throw new Error('The journal has no head')
  return head
}

export async function readReversed(tx: Tx, id: string): Promise<ReversedEntry | null> {
  const [row] = await tx<ReversedEntry[]>`
    select e.id, e.reverses_id as "reversesId", r.id as "reversedById"
    from journal_entries e left join journal_entries r on r.reverses_id = e.id where e.id = ${id}`
  return row ?? null
}

export async function insertJournalEntry(tx: Tx, entry: NewJournalEntry, hash: Buffer): Promise<void> {
  const { id, number, valueOn, text, reversesId, proposalId, proposedBy, confirmedBy, bookedAt, lines } = entry
  await tx`
    insert into journal_entries (id, number, value_on, text, reverses_id, proposal_id, proposed_by, confirmed_by, booked_at, hash)
    values (${id}, ${number}, ${valueOn}, ${text}, ${reversesId}, ${proposalId}, ${proposedBy}, ${confirmedBy}, ${bookedAt}, ${hash})`
  await tx`
    insert into journal_lines (entry_id, place, account, debit, credit, booked_at)
    select ${id}, place, account, debit, credit, ${bookedAt} from unnest(
      ${column(lines, (line) => line.place)}::smallint[], ${column(lines, (line) => line.account)}::text[],
      ${column(lines, (line) => line.debitCents)}::bigint[], ${column(lines, (line) => line.creditCents)}::bigint[])
      as lines (place, account, debit, credit)`
  await tx`update journal_head set number = ${number}, hash = ${hash}`
}

/** Accounts are locked in the order of statement entries. Bookings by hand are no part of the chain of an account's movements. */
export async function addToExternalBalances(tx: Tx, lines: readonly BookedLine[]): Promise<void> {
  const external = lines.filter(({ account }) => account.startsWith('outside:'))
  if (external.length === 0) return
  await tx`
    select id from outside_accounts where contra = any(${external.map(({ account }) => account)}::text[]) order by id for update`
  for (const { account, debitCents, creditCents } of external)
    await tx`update outside_accounts set balance = balance + ${debitCents - creditCents} where contra = ${account}`
}
