import type { JournalEntry, JournalLine as LineAnswer } from '#contract/books/journal-entries.ts'
import { toAmount } from '#contract/money.ts'
import type { ProposalRow } from '../../authority/proposal.ts'
import { type GlAccount, readChart } from '../../ledger/chart.ts'
import type { JournalLine } from '../../ledger/journal-entry.ts'
import { isExpired } from '../../ledger/second-person.ts'
import { atMost } from '../../platform/db/at-most.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { fromChange } from './proposed-entry.ts'

type EntryRow = {
  id: string
  number: bigint
  value_on: string
  text: string
  reverses_id: string | null
  reversed_number: bigint | null
  reversed_by_id: string | null
  reversed_by_number: bigint | null
  proposal_id: string
  proposed_by: string
  proposer_name: string
  proposed_at: Date
  confirmed_by: string
  confirmer_name: string
  booked_at: Date
}

const selectEntries = (sql: Reader, condition: ReturnType<Reader>, rows: number) => sql<EntryRow[]>`
  select e.id, e.number, e.value_on::text as value_on, e.text, e.reverses_id, o.number as reversed_number,
    r.id as reversed_by_id, r.number as reversed_by_number, e.proposal_id, e.proposed_by, p.proposed_at, e.confirmed_by,
    (select full_name from people where id = e.proposed_by) as proposer_name,
    (select full_name from people where id = e.confirmed_by) as confirmer_name, e.booked_at
  from journal_entries e join proposals p on p.id = e.proposal_id
  left join journal_entries o on o.id = e.reverses_id left join journal_entries r on r.reverses_id = e.id
  where ${condition} order by e.number desc ${atMost(sql, rows)}`

type LineRow = { entry_id: string; account: string; debit: bigint; credit: bigint }

const selectLines = (sql: Reader, entryIds: readonly string[]) => sql<LineRow[]>`
  select l.entry_id, g.code as account, l.debit, l.credit from journal_lines l join gl_accounts g on g.account = l.account
  where l.entry_id = any(${entryIds as string[]}::uuid[]) order by l.entry_id, l.place`

const toLine = ({ account, debit, credit }: Omit<LineRow, 'entry_id'>): JournalLine =>
  debit > 0n ? { account, side: 'debit', amountCents: debit } : { account, side: 'credit', amountCents: credit }

/** Booked entries, the newest first. `before`: those that were booked before this one. */
export async function listEntries(
  sql: Reader,
  { before, rows }: { before: string | undefined; rows: number },
): Promise<JournalEntry[]> {
  const condition = before ? sql`e.number < (select number from journal_entries where id = ${before})` : sql`true`
  return withLines(sql, await selectEntries(sql, condition, rows))
}

async function withLines(sql: Reader, entries: readonly EntryRow[]): Promise<JournalEntry[]> {
  if (entries.length === 0) return []
  const chart = await readChart(sql)
  const lines = await selectLines(
    sql,
    entries.map(({ id }) => id),
  )
  return entries.map((row) =>
    toBooked(row, toLines(chart, lines.filter((line) => line.entry_id === row.id).map(toLine))),
  )
}

function toLines(chart: readonly GlAccount[], lines: readonly JournalLine[]): LineAnswer[] {
  return lines.map(({ account, side, amountCents }) => {
    const { name = '', isBuiltIn = false } = chart.find(({ code }) => code === account) ?? {}
    const amount = side === 'debit' ? { debit: toAmount(amountCents) } : { credit: toAmount(amountCents) }
    return { account, name, builtIn: isBuiltIn, ...amount } as LineAnswer
  })
}

const linked = (id: string | null, number: bigint | null) => (id ? { _id: id, number: Number(number) } : null)

const toBooked = (row: EntryRow, lines: LineAnswer[]): JournalEntry =>
  ({
    _id: row.id,
    state: 'booked',
    number: Number(row.number),
    date: row.value_on,
    text: row.text,
    lines,
    reverses: linked(row.reverses_id, row.reversed_number),
    reversedBy: linked(row.reversed_by_id, row.reversed_by_number),
    proposalId: row.proposal_id,
    proposedBy: { _id: row.proposed_by, fullName: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    confirmedBy: { _id: row.confirmed_by, fullName: row.confirmer_name },
    bookedAt: row.booked_at.toISOString(),
  }) as JournalEntry

/** Booked, or as it was proposed. */
export async function readEntry(sql: Reader, id: string, at: Date): Promise<JournalEntry> {
  const [booked] = await withLines(sql, await selectEntries(sql, sql`e.id = ${id}`, 1))
  const entry = booked ?? (await readProposed(sql, id, at))
  if (!entry) throw new Refusal('not_found')
  return entry
}

type ProposedRow = Pick<ProposalRow, 'id' | 'change' | 'proposed_by' | 'proposed_at' | 'state'> & {
  proposer_name: string
}

async function readProposed(sql: Reader, id: string, at: Date): Promise<JournalEntry | null> {
  const [row] = await sql<ProposedRow[]>`
    select p.id, p.change, p.proposed_by, p.proposed_at, p.state,
      (select full_name from people where id = p.proposed_by) as proposer_name
    from proposals p where p.kind = 'journal_entry' and p.change ->> 'entryId' = ${id}`
  if (!row) return null
  const { valueOn, text, lines, reversesId } = fromChange(row.change)
  const [reversed] = reversesId ? await selectEntries(sql, sql`e.id = ${reversesId}`, 1) : []
  const isOver = row.state === 'expired' || isExpired(row.proposed_at, at)
  return {
    _id: id,
    state: row.state === 'rejected' ? 'rejected' : isOver ? 'expired' : 'pending',
    number: null,
    date: valueOn,
    text,
    lines: toLines(await readChart(sql), lines),
    reverses: reversed ? linked(reversed.id, reversed.number) : null,
    reversedBy: null,
    proposalId: row.id,
    proposedBy: { _id: row.proposed_by, fullName: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    confirmedBy: null,
    bookedAt: null,
  } as JournalEntry
}

/** Text and lines of a booked entry. */
export async function readLines(sql: Reader, id: string): Promise<{ text: string; lines: JournalLine[] } | null> {
  const [entry] = await sql<{ text: string }[]>`select text from journal_entries where id = ${id}`
  return entry ? { text: entry.text, lines: (await selectLines(sql, [id])).map(toLine) } : null
}
