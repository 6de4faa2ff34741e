import { type Options, type Parser, parse } from 'csv-parse'
import {
  accountNumber,
  calendarDate,
  canonicalAmount,
  negated,
  plainText,
  type StatementEvent,
  StatementFormatError,
  type StatementLine,
  textOrNull,
} from './statement-file.ts'

export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Which column holds what, by number from 0. A bank's files keep their shape, so a mapping is made once. */
export type CsvMapping = {
  delimiter: ',' | ';' | '\t' | '|'
  /** Rows before the first transaction, the headings included. */
  skipRows: number
  dateOrder: DateOrder
  decimal: '.' | ','
  bookedOn: number
  valueOn?: number | undefined
  /** One signed column, or one column each. */
  amount?: number | undefined
  credit?: number | undefined
  debit?: number | undefined
  balance?: number | undefined
  name?: number | undefined
  number?: number | undefined
  reference?: number | undefined
  text: readonly number[]
}

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

/** CSV names no account: it is the one the file is uploaded for. */
export async function* readCsv(
  text: AsyncIterable<string>,
  mapping: CsvMapping,
  account: { number: string; currency: string },
): AsyncGenerator<StatementEvent> {
  yield { kind: 'opened', account }
  let rowNumber = 0
  let lines = 0
  for await (const row of readCsvRows(text, mapping.delimiter)) {
    rowNumber++
    if (rowNumber <= mapping.skipRows || row.every((cell) => cell.trim() === '')) continue
    lines++
    yield { kind: 'line', line: lineOf(row, mapping, `Row ${rowNumber}`) }
  }
  if (lines === 0) throw new StatementFormatError('The file has no transactions.')
  yield { kind: 'ended' }
}

function lineOf(row: readonly string[], mapping: CsvMapping, where: string): StatementLine {
  const cell = (column: number | undefined) => (column === undefined ? undefined : row[column])
  const number = textOrNull(cell(mapping.number))
  const valueOn = textOrNull(cell(mapping.valueOn))
  return {
    bookedOn: parseDate(cell(mapping.bookedOn) ?? '', mapping.dateOrder, where),
    valueOn: valueOn && parseDate(valueOn, mapping.dateOrder, where),
    amount: amountOf(row, mapping, where),
    currency: null,
    endToEndId: textOrNull(cell(mapping.reference)),
    bankReference: null,
    counterpartyName: textOrNull(cell(mapping.name)),
    counterpartyNumber: number && accountNumber(number),
    text: plainText(mapping.text.map((column) => cell(column) ?? '').join(' ')),
  }
}

function amountOf(row: readonly string[], mapping: CsvMapping, where: string): string {
  if (mapping.amount !== undefined) return parseAmount(row[mapping.amount] ?? '', mapping.decimal, where)
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

const SIGNS = /[\u2212\u2013]/g

/** '1.234,56', '1,234.56', '(12.50)', '12.50-', '$ 12.50', '12,50 EUR', '12.50 CR' and '12.50 DR' */
export function parseAmount(text: string, decimal: '.' | ',', where: string): string {
  const plain = text
    .replace(SIGNS, '-')
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .toUpperCase()
  const match =
    /^(\()?([+-]?)(?:[A-Z]{3}|\p{Sc})?([+-]?)([\d.,]*\d[.,]?)(?:[A-Z]{3}|\p{Sc})?([+-]|CR|DR|C|D|S|H)?(\))?$/u.exec(
      plain,
    )
  if (!match) throw new StatementFormatError(`${where}: '${text.slice(0, 40)}' is not an amount.`)
  const [, open, sign, innerSign, digits = '', suffix = '', close] = match
  const thousands = decimal === '.' ? ',' : '.'
  const grouped = digits.split(decimal)
  const whole = (grouped[0] ?? '').replaceAll(thousands, '')
  const fraction = grouped[1] ?? ''
  const isGrouped = (grouped[0] ?? '')
    .split(thousands)
    .slice(1)
    .every((group) => group.length === 3)
  if (
    grouped.length > 2 ||
    (sign && innerSign) ||
    !isGrouped ||
    fraction.length > 5 ||
    whole.length > 18 ||
    !/^\d*$/.test(fraction)
  )
    throw new StatementFormatError(`${where}: '${text.slice(0, 40)}' is not an amount.`)
  const isNegative = Boolean(open && close) || [sign, innerSign].includes('-') || ['-', 'DR', 'D', 'S'].includes(suffix)
  return canonicalAmount(whole || '0', fraction, isNegative)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** '2026-01-31', '31.01.2026', '1/31/26', '31 Jan 2026', '20260131', each with a time after it. */
export function parseDate(text: string, order: DateOrder, where: string): string {
  const plain = text.trim().replace(/[T ]+\d{1,2}:\d\d.*$/, '')
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(plain)
  if (compact) return calendarDate(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '', where)
  const parts = plain.split(/[-./\s]+/).map((part) => {
    const month = MONTHS.indexOf(part.slice(0, 3).toLowerCase())
    return month >= 0 ? String(month + 1) : part
  })
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part)))
    throw new StatementFormatError(`${where}: '${text.slice(0, 40)}' is not a date.`)
  const [first = '', second = '', third = ''] = parts
  // A year first is unambiguous, whatever the mapping says.
  const actual = first.length === 4 ? 'ymd' : order
  const [year, month, day] =
    actual === 'ymd' ? [first, second, third] : actual === 'dmy' ? [third, second, first] : [third, first, second]
  const fullYear = year.length === 2 ? `20${year}` : year
  return calendarDate(fullYear, month.padStart(2, '0'), day.padStart(2, '0'), where)
}
