import { Readable } from 'node:stream'
import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import { type GlAccount, readChart } from '../../ledger/chart.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { type JournalPosition, type JournalRow, readJournalPage } from './journal-store.ts'

/** Days of the bank, both inclusive. */
export type JournalRange = { from: string; to: string }
export type JournalContext = { zone: string; onRead: (personIds: string[]) => Promise<void> }

const ROWS_PER_READ = 1_000

export type ChartAccount = Pick<GlAccount, 'code' | 'name' | 'type'>

/** A booking with what its lines show. Entries are numbered from 1 in the order of the file. */
export type JournalBooking = {
  entry: number
  row: JournalRow
  bookedOn: string
  valueOn: string
  debit: ChartAccount
  credit: ChartAccount
}

/** How a file is written: what comes first, and each page of bookings. */
export type JournalWriter = {
  begin: () => Promise<string>
  write: (bookings: readonly JournalBooking[]) => string
}

/**
 * Reads a page when the client has taken the one before, and holds no connection meanwhile. Bookings never change and are
 * only appended, so the pages agree with each other; a client that hangs up ends the reading.
 */
export const streamJournal = (
  sql: Sql,
  range: JournalRange,
  context: JournalContext,
  writer: JournalWriter,
): Readable =>
  // In bytes: in object mode the stream would read sixteen pages ahead.
  Readable.from(journalChunks(sql, range, context, writer), { objectMode: false, encoding: 'utf8' })

export async function* journalChunks(
  sql: Sql,
  range: JournalRange,
  { zone, onRead }: JournalContext,
  writer: JournalWriter,
): AsyncGenerator<string> {
  yield await writer.begin()
  const [start, end] = [startOfDay(range.from, zone), endOfDay(range.to, zone)]
  const dayAt = daysIn(zone)
  const chart = new ChartNames(sql)
  const numberOf = numberEntries()
  for (let after: JournalPosition | null = null; ; ) {
    const rows: JournalRow[] = await readJournalPage(sql, { start, end, after, rows: ROWS_PER_READ })
    await onRead([...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))])
    await chart.load(rows)
    const bookings = rows.map((row) => ({
      entry: numberOf(row),
      row,
      bookedOn: dayAt(row.booked_at),
      valueOn: row.value_at ? dayAt(row.value_at) : (row.value_on ?? ''),
      debit: chart.get(row.debit),
      credit: chart.get(row.credit),
    }))
    if (bookings.length > 0) yield writer.write(bookings)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return
    after = { at: last.position_at, id: last.id, number: last.number }
  }
}

/** Several bookings of one entry by hand have the same number. They follow each other. */
function numberEntries(): (row: JournalRow) => number {
  let [number, last] = [0, '']
  return ({ is_by_hand, id }) => {
    if (!is_by_hand || id !== last) number += 1
    last = is_by_hand ? id : ''
    return number
  }
}

/** Codes and names, read again where an account was added since. */
class ChartNames {
  readonly #sql: Sql
  #accounts = new Map<string, ChartAccount>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async load(rows: readonly JournalRow[]): Promise<void> {
    if (rows.every(({ debit, credit }) => this.#accounts.has(debit) && this.#accounts.has(credit))) return
    this.#accounts = new Map((await readChart(this.#sql)).map((account) => [account.account, account]))
  }

  /** An external account that a server of an earlier version added has no code yet. */
  get = (account: string): ChartAccount => this.#accounts.get(account) ?? { code: '', name: account, type: 'asset' }
}

const QUARTER_HOUR_MS = 15 * 60_000
const MAX_KNOWN = 10_000

/** `dayOf` formats the date each time, too slowly for millions of rows. No day of any zone begins within a quarter of an hour. */
function daysIn(zone: string): (at: Date) => string {
  const known = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(at.getTime() / QUARTER_HOUR_MS)
    const day = known.get(quarter) ?? dayOf(at, zone)
    if (known.size > MAX_KNOWN) known.clear()
    known.set(quarter, day)
    return day
  }
}
