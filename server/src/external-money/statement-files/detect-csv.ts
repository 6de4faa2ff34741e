import { parse } from 'csv-parse/sync'
import { CSV_DELIMITERS, type CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { guessColumns, isCertain, looksLikeAmount, looksLikeDate } from './csv-columns.ts'

export type CsvShape = {
  delimiter: CsvMapping['delimiter']
  /** The rows before the first one that looks like a transaction. */
  skipRows: number
  /** The headings; numbers where the file has none. */
  columns: string[]
  /** The first rows with transactions, as written. */
  rows: string[][]
  /** What the columns probably are; null where no date or amount was recognised. */
  guess: CsvMapping | null
  /** The guess needs no person who confirms it. */
  isCertain: boolean
}

const MAX_ROWS = 200
const SHOWN_ROWS = 10

/** Finds out how a bank writes its CSV from the beginning of a file. A person sees the result before it is used, unless it is certain. */
export function detectCsv(beginning: string): CsvShape {
  const candidates = CSV_DELIMITERS.map((delimiter) => ({ delimiter, rows: parseRows(beginning, delimiter) }))
  const best = candidates.reduce((a, b) => (regularity(b.rows) > regularity(a.rows) ? b : a))
  const rows = best.rows
  const found = rows.findIndex(isTransaction)
  const skipRows = found < 0 ? Math.min(1, rows.length) : found
  const data = rows.slice(skipRows, MAX_ROWS)
  const width = Math.max(0, ...data.map(({ length }) => length), rows[skipRows - 1]?.length ?? 0)
  const headings = skipRows > 0 ? (rows[skipRows - 1] ?? []) : []
  const columns = Array.from({ length: width }, (_, index) => headings[index]?.trim() || String(index + 1))
  const transactions = data.filter(isTransaction)
  const guess = guessColumns(headings, transactions, { delimiter: best.delimiter, skipRows })
  const certain = guess !== null && isCertain(guess, headings, transactions)
  return {
    delimiter: best.delimiter,
    skipRows,
    columns,
    rows: data.slice(0, SHOWN_ROWS),
    guess,
    isCertain: certain,
  }
}

function parseRows(text: string, delimiter: string): string[][] {
  try {
    // The last row may be cut.
    const whole = text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) || text
    const options = {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    } as const
    return parse(whole, { ...options, to: MAX_ROWS }) as string[][]
  } catch {
    return []
  }
}

/** How many rows have the most frequent number of columns, more columns counting a little more. */
function regularity(rows: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const withDate = rows.filter(isTransaction).length
  return Math.max(0, ...[...counts].map(([columns, count]) => count * (1 + columns / 100))) + withDate * 2
}

const isTransaction = (row: readonly string[]): boolean => row.some(looksLikeDate) && row.some(looksLikeAmount)
