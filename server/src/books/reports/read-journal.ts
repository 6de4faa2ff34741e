import { Readable } from 'node:stream'
import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import { csvHead, csvLine } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { METHODS } from '../../documents/statement-lines.ts'
import type { Sql } from '../../platform/db/connection.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { type JournalPosition, type JournalRow, type MovementPurpose, readJournalPage } from './journal-store.ts'

/** Days of the bank, both inclusive. */
export type JournalRange = { from: string; to: string }

const COLUMNS = [
  msg('Booking date'),
  msg('Booked at'),
  msg('Value date'),
  msg('Reference'),
  msg('Transaction ID'),
  msg('Account'),
  msg('Contra account'),
  msg('Debit'),
  msg('Credit'),
  msg('Currency'),
  msg('Text'),
]
const ROWS_PER_READ = 1_000

type JournalContext = { zone: string; texts: Texts; onRead: (personIds: string[]) => Promise<void> }

/**
 * Reads a page when the client has taken the one before, and holds no connection meanwhile. Bookings never change and are
 * only appended, so the pages agree with each other; a client that hangs up ends the reading.
 */
export const streamJournal = (sql: Sql, range: JournalRange, context: JournalContext): Readable =>
  // In bytes: in object mode the stream would read sixteen pages ahead.
  Readable.from(linesOf(sql, range, context), { objectMode: false, encoding: 'utf8' })

async function* linesOf(sql: Sql, range: JournalRange, { zone, texts: { t }, onRead }: JournalContext) {
  yield csvHead(COLUMNS.map((name) => t(name)))
  const [start, end] = [startOfDay(range.from, zone), endOfDay(range.to, zone)]
  const dayAt = daysIn(zone)
  for (let after: JournalPosition | null = null; ; ) {
    const rows: JournalRow[] = await readJournalPage(sql, { start, end, after, rows: ROWS_PER_READ })
    await onRead([...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))])
    if (rows.length > 0) yield rows.map((row) => toLine(row, dayAt, t)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return
    after = { at: last.position_at, id: last.id, number: last.number }
  }
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

const toText = (cents: bigint | null) => (cents === null ? '' : toDecimalText(cents))

const toLine = (row: JournalRow, dayAt: (at: Date) => string, t: Texts['t']): string =>
  csvLine([
    dayAt(row.booked_at),
    row.booked_at.toISOString(),
    row.value_at ? dayAt(row.value_at) : (row.value_on ?? ''),
    row.reference ?? '',
    row.transaction_id ?? '',
    row.account,
    row.contra,
    // Of the column Account: money out of a customer's account is a debit. The contra account has the opposite.
    toText(row.debit),
    toText(row.credit),
    bankCurrency().code,
    describe(row, t),
  ])

const PURPOSES: Record<MovementPurpose, TextId> = {
  statement: msg('Bank statement'),
  withdrawal: msg('Withdrawn, because it is ignored'),
  assignment: msg('Assigned to a customer'),
  return: msg('To be returned to its sender'),
}

const BY_HAND = msg('Journal entry')

function describe(
  { purpose, method, reversed_reference, party_name, text, is_by_hand }: JournalRow,
  t: Texts['t'],
): string {
  const what = purpose
    ? t(PURPOSES[purpose])
    : reversed_reference === null
      ? t(is_by_hand ? BY_HAND : METHODS[method ?? 'wire'])
      : t('Reversal of {reference}', { reference: reversed_reference })
  const details = [party_name, text].filter(Boolean).join(', ').replace(/\s+/g, ' ').slice(0, 200)
  return details ? `${what}: ${details}` : what
}
