import { type Options, type Parser, parse } from 'csv-parse'
import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { isNotBooked, parseAmount, parseDate } from './csv-values.ts'
import { RunningBalance } from './running-balance.ts'
import {
  addAmounts,
  type FileEntry,
  negated,
  plainText,
  referenceOrNull,
  type StatementEvent,
  type StatementEvents,
  StatementFormatError,
  textOrNull,
} from './statement-file.ts'

const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 100_000,
} as const

export async function* readCsvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const options: Options = { ...OPTIONS, delimiter, bom: true }
  const parser: Parser = parse(options)
  const feed = feedParser(parser, text)
  try {
    for await (const row of parser) yield row as string[]
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new StatementFormatError(`The file is not CSV: ${error.message}`)
    throw error
  } finally {
    parser.destroy()
    await feed.catch(() => {})
  }
  await feed
}

async function feedParser(parser: Parser, text: AsyncIterable<string>): Promise<void> {
  try {
    for await (const piece of text) {
      if (parser.destroyed) return
      if (!parser.write(piece)) await new Promise<void>((resolve) => resumeWhenDrained(parser, resolve))
    }
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function resumeWhenDrained(parser: Parser, resume: () => void): void {
  parser.once('drain', resume)
  parser.once('close', resume)
}

const ENTRIES_PER_GROUP = 500

/** CSV names no account: it is the one the file is uploaded for. */
export async function* readCsv(
  text: AsyncIterable<string>,
  mapping: CsvMapping,
  account: { number: string; currency: string },
): StatementEvents {
  let events: StatementEvent[] = [{ kind: 'opened', account }]
  let rowNumber = 0
  let entries = 0
  let footer: number | null = null
  const balances = new RunningBalance()
  try {
    for await (const row of readCsvRows(text, mapping.delimiter)) {
      rowNumber++
      if (rowNumber <= mapping.skipRows || row.every((cell) => cell.trim() === '')) continue
      // Such rows often have no date, either.
      if (mapping.status !== undefined && isNotBooked(row[mapping.status] ?? '')) continue
      if (entries > 0 && isFooter(row, mapping)) {
        footer ??= rowNumber
        continue
      }
      if (footer !== null) throw new StatementFormatError(`Row ${footer} has no date, and transactions follow it.`)
      const entry = entryOf(row, mapping, `Row ${rowNumber}`)
      balances.add(entry, rowNumber)
      entries++
      events.push({ kind: 'entry', entry })
      if (events.length === ENTRIES_PER_GROUP) {
        yield events
        events = []
      }
    }
  } catch (error) {
    yield events
    throw error
  }
  if (entries === 0) throw new StatementFormatError('The file has no transactions.')
  yield [...events, ...balances.events(), { kind: 'ended' }]
}

/** Totals and remarks after the last transaction. A date that was cut is none. */
const isFooter = (row: readonly string[], mapping: CsvMapping): boolean =>
  !/^\s*\d/.test(row[mapping.bookedOn] ?? '') && !/^\s*\p{L}{3,9}\.? \d{1,2},? \d{4}/u.test(row[mapping.bookedOn] ?? '')

function entryOf(row: readonly string[], mapping: CsvMapping, where: string): FileEntry {
  const cell = (column: number | undefined) => (column === undefined ? undefined : row[column])
  const number = textOrNull(cell(mapping.number))
  const valueOn = textOrNull(cell(mapping.valueOn))
  const balance = textOrNull(cell(mapping.balance))
  return {
    bookedOn: parseDate(cell(mapping.bookedOn) ?? '', mapping.dateOrder, where),
    valueOn: valueOn && parseDate(valueOn, mapping.dateOrder, where),
    amount: addAmounts(amountOf(row, mapping, where), negated(feeOf(row, mapping, where))),
    currency: textOrNull(cell(mapping.currency))?.toUpperCase() ?? null,
    endToEndId: referenceOrNull(cell(mapping.reference)),
    bankReference: textOrNull(cell(mapping.bankReference)),
    counterpartyName: textOrNull(cell(mapping.name)),
    counterpartyNumber: number && normalizeAccountNumber(number),
    text: plainText(mapping.text.map((column) => cell(column) ?? '').join(' ')),
    balance: balance && parseAmount(balance, mapping.decimal, where),
  }
}

/** Written with or without a minus sign; either way the account loses it. */
function feeOf(row: readonly string[], mapping: CsvMapping, where: string): string {
  const written = textOrNull(mapping.fee === undefined ? undefined : row[mapping.fee])
  const fee = written === null ? '0' : parseAmount(written, mapping.decimal, where)
  return fee.startsWith('-') ? negated(fee) : fee
}

function amountOf(row: readonly string[], mapping: CsvMapping, where: string): string {
  if (mapping.amount !== undefined) {
    const amount = parseAmount(row[mapping.amount] ?? '', mapping.decimal, where)
    return mapping.direction === undefined ? amount : directed(amount, row[mapping.direction] ?? '', where)
  }
  const credit = textOrNull(mapping.credit === undefined ? undefined : row[mapping.credit])
  const debit = textOrNull(mapping.debit === undefined ? undefined : row[mapping.debit])
  const credited = credit === null ? '0' : parseAmount(credit, mapping.decimal, where)
  const debited = debit === null ? '0' : parseAmount(debit, mapping.decimal, where)
  if (credited !== '0' && debited !== '0') throw new StatementFormatError(`${where}: both a credit and a debit.`)
  // Some banks write debits with a minus sign, some without.
  if (debited !== '0') return debited.startsWith('-') ? debited : negated(debited)
  if (credit === null && debit === null) throw new StatementFormatError(`${where}: no amount.`)
  return credited
}

/** German S and H, English debit and credit, Dutch Af and Bij, and so on. */
export const DEBIT = /^(?:-|S|D|DR|DB|DBIT|DEB.*|SOLL|AF|BELAST.*|LAST.*|D[ÉE]BIT.*|CARGO|WITHDRAWAL|OUT|UIT)$/
export const CREDIT = /^(?:\+|H|C|CR|CRDT|CRED.*|HABEN|BIJ|GUT.*|CR[ÉE]DIT.*|ABONO|DEPOSIT|IN)$/

function directed(amount: string, written: string, where: string): string {
  const direction = written.trim().toUpperCase()
  const magnitude = amount.startsWith('-') ? negated(amount) : amount
  if (DEBIT.test(direction)) return negated(magnitude)
  if (CREDIT.test(direction)) return magnitude
  throw new StatementFormatError(`${where}: '${written.slice(0, 40)}' is neither debit nor credit.`)
}
