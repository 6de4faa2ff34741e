import { Readable } from 'node:stream'
import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import type { Sql } from '../../db/connection.ts'
import { METHODS } from '../../documents/statement-lines.ts'
import type { Method } from '../../ledger/types.ts'

/** Days of the bank, both inclusive. */
export type JournalRange = { from: string; to: string }

const COLUMNS =
  'Booking date,Booked at,Value date,Reference,Transaction ID,Account,Contra account,Debit,Credit,Currency,Text'.split(
    ',',
  )
const ROWS_PER_READ = 1_000

type Position = { at: string; id: string; number: bigint }
type PostingRow = {
  account_id: string
  number: bigint
  /** With microseconds, which a Date has not. */
  position_at: string
  booked_at: Date
  value_at: Date
  amount: bigint
  contra: string
  account: string
  owner_id: string
  transaction_id: string
  reference: string
  method: Method
  party_name: string
  reversed_reference: string | null
}
type Reading = { zone: string; onRead: (personIds: string[]) => Promise<void> }

/**
 * Reads a page when the client has taken the one before, and holds no connection meanwhile. Bookings never change and are
 * only appended, so the pages agree with each other; a client that hangs up ends the reading.
 */
export const streamJournal = (sql: Sql, range: JournalRange, reading: Reading): Readable =>
  // In bytes: in object mode the stream would read sixteen pages ahead.
  Readable.from(linesOf(sql, range, reading), { objectMode: false, encoding: 'utf8' })

async function* linesOf(sql: Sql, range: JournalRange, { zone, onRead }: Reading) {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  const end = endOfDay(range.to, zone)
  for (let after: Position | null = null, start = startOfDay(range.from, zone); ; ) {
    const rows: PostingRow[] = await readPage(sql, { start, end, after })
    await onRead([...new Set(rows.map(({ owner_id }) => owner_id))])
    if (rows.length > 0) yield rows.map((row) => toLine(row, zone)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return
    after = { at: last.position_at, id: last.account_id, number: last.number }
    start = last.booked_at
  }
}

type Page = { start: Date; end: Date; after: Position | null }

const readPage = (sql: Sql, { start, end, after }: Page) => sql<PostingRow[]>`
  with page as (
    select account_id, number, booked_at, value_at, amount, contra, transaction_id from postings
    where booked_at < ${end}
      and ${
        after
          ? sql`(booked_at, account_id, number) > (${after.at}::timestamptz, ${after.id}, ${after.number})`
          : sql`booked_at >= ${start}`
      }
    order by booked_at, account_id, number limit ${ROWS_PER_READ})
  select p.account_id, p.number, p.booked_at::text as position_at, p.booked_at, p.value_at, p.amount, p.contra, p.transaction_id,
    a.number as account, a.owner_id, t.reference, t.method, t.party_name,
    (select o.reference from transactions o where o.id = t.reverses_id) as reversed_reference
  from page p join accounts a on a.id = p.account_id join transactions t on t.id = p.transaction_id
  order by p.booked_at, p.account_id, p.number`

function toLine(row: PostingRow, zone: string): string {
  const cents = toDecimalText(row.amount < 0n ? -row.amount : row.amount)
  return csvLine([
    ...[dayOf(row.booked_at, zone), row.booked_at.toISOString(), dayOf(row.value_at, zone)],
    ...[row.reference, row.transaction_id, row.account, row.contra],
    // Seen from the customer's account: money out is a debit. The contra account has the opposite.
    ...(row.amount < 0n ? [cents, ''] : ['', cents]),
    ...[bankCurrency().code, describe(row)],
  ])
}

function describe({ method, party_name, reversed_reference }: PostingRow): string {
  const what = reversed_reference === null ? METHODS[method] : `Reversal of ${reversed_reference}`
  return party_name ? `${what}: ${party_name}` : what
}
