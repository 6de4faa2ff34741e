import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { toAmount, toDecimalText } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import type { Cell, ExportRow, ExportTable } from './export-table.ts'
import { ROWS_PER_READ } from './export-table.ts'

/** A file of the archive, opened when its turn comes. */
export type ExportFile = { name: string; open: () => Readable | Promise<Readable> }

const isCents = (column: string) => column.endsWith('Cents')
const nameOf = (column: string) => (isCents(column) ? column.slice(0, -'Cents'.length) : column)

/** Reads as many rows as the client takes, and holds no connection meanwhile. */
async function* pagesOf(sql: Reader, table: ExportTable, personId: string): AsyncGenerator<ExportRow[]> {
  for (let after: string | null = null; ; ) {
    const rows: ExportRow[] = await table.read(sql, personId, after)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_READ) return
    after = rows.at(-1)?.key ?? null
  }
}

function toJson(cell: Cell, column: string): unknown {
  if (typeof cell === 'bigint') return isCents(column) ? toAmount(cell) : Number(cell)
  return cell
}

function toCsv(cell: Cell, column: string): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'bigint' && isCents(column)) return toDecimalText(cell)
  return Array.isArray(cell) ? cell.join(' ') : String(cell)
}

async function* jsonOf(sql: Reader, table: ExportTable, personId: string): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  const toText = (row: ExportRow) =>
    JSON.stringify(
      Object.fromEntries(table.columns.map((column) => [nameOf(column), toJson(row[column] ?? null, column)])),
    )
  for await (const rows of pagesOf(sql, table, personId)) {
    yield separator + rows.map(toText).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

async function* csvOf(sql: Reader, table: ExportTable, personId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(table.columns.map(nameOf))
  for await (const rows of pagesOf(sql, table, personId))
    yield rows.map((row) => csvLine(table.columns.map((column) => toCsv(row[column] ?? null, column)))).join('')
}

/** In bytes: in object mode a stream would read sixteen parts ahead. */
export const streamOf = (parts: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(parts, { objectMode: false })

export const filesOfTable = (sql: Reader, table: ExportTable, personId: string): ExportFile[] => [
  { name: `${table.name}.json`, open: () => streamOf(jsonOf(sql, table, personId)) },
  { name: `${table.name}.csv`, open: () => streamOf(csvOf(sql, table, personId)) },
]
