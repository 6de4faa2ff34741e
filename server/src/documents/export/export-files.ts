import { Readable } from 'node:stream'
import { csvHead, csvLine } from '#contract/csv.ts'
import { toAmount, toDecimalText } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import type { Reader } from '../../platform/db/connection.ts'
import {
  type Cell,
  type ExportFile,
  type ExportList,
  type ExportRow,
  ROWS_PER_READ,
} from '../../platform/personal-data/personal-data.ts'

const isCents = (column: string) => column.endsWith('Cents')
const nameOf = (column: string) => (isCents(column) ? column.slice(0, -'Cents'.length) : column)

/** Reads as many rows as the client takes, and holds no connection meanwhile. */
async function* pagesOf(sql: Reader, list: ExportList, personId: string): AsyncGenerator<ExportRow[]> {
  for (let after: string | null = null; ; ) {
    const rows: ExportRow[] = await list.read(sql, personId, after)
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

async function* jsonOf(sql: Reader, list: ExportList, personId: string): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  const toText = (row: ExportRow) =>
    JSON.stringify(
      Object.fromEntries(list.columns.map((column) => [nameOf(column), toJson(row[column] ?? null, column)])),
    )
  for await (const rows of pagesOf(sql, list, personId)) {
    yield separator + rows.map(toText).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

async function* csvOf(sql: Reader, list: ExportList, personId: string): AsyncGenerator<string> {
  yield csvHead(list.columns.map((column) => verbatim(nameOf(column))))
  for await (const rows of pagesOf(sql, list, personId))
    yield rows.map((row) => csvLine(list.columns.map((column) => toCsv(row[column] ?? null, column)))).join('')
}

/** In bytes: in object mode a stream would read sixteen parts ahead. */
export const streamOf = (parts: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(parts, { objectMode: false })

export const filesOfList = (sql: Reader, list: ExportList, personId: string): ExportFile[] => [
  { name: `${list.name}.json`, open: () => streamOf(jsonOf(sql, list, personId)) },
  { name: `${list.name}.csv`, open: () => streamOf(csvOf(sql, list, personId)) },
]
