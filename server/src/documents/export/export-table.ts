import type { Reader } from '../../platform/db/connection.ts'

export type Cell = string | number | boolean | bigint | Date | null | readonly string[]
export type ExportRow = { key: string } & Record<string, Cell>

/** One list of the export. Read in pages by a unique key, so that its length does not matter. */
export type ExportTable = {
  /** Of the two files, without the ending. */
  name: string
  /** For the person to read. */
  about: string
  /** What leaves the bank, and nothing else. A name that ends in `Cents` is written as an amount, without the ending. */
  columns: readonly string[]
  read: (sql: Reader, personId: string, after: string | null) => PromiseLike<ExportRow[]>
}

export const ROWS_PER_READ = 500
