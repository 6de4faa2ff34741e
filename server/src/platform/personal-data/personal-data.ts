import type { Readable } from 'node:stream'
import type { AccessKind } from '#contract/office/access-kinds.ts'
import type { TextId } from '#contract/text-id.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Reader, Sql, TimeInSql, Tx } from '../db/connection.ts'

/*
 * What every table of the database has to say about people: how long a row is kept, how it leaves with an export, what the
 * erasure of a person does to it, and what staff leave in the access log by reading it. Each domain describes its own tables
 * (`personal-data.ts`); `bootstrap/personal-data.ts` puts them together. Export, erasure, clean-up jobs and docs/retention.md
 * follow from it, and a test compares it with the catalogue of the database.
 */
export type PersonalData = Readonly<Record<string, TableRules>>

export type TableRules = {
  holds: string
  /** How long a row lives, and why. The lifetime of a clean-up job is added. */
  kept: string
  why: string
  /** Deletes old rows. */
  cleanUp?: CleanUp
  exported: ExportList | ExportPlace
  /** Columns of an exported table that stay in the bank, by reason. */
  notExported?: Readonly<Record<string, readonly string[]>>
  erasure: Erasure
  /** What staff leave in the access log by reading it; or why they leave nothing. */
  reading: AccessKind | { unlogged: string }
}

/** In the list of another table; or not at all, for a reason. */
export type ExportPlace = { within: string } | { not: string }

export type Cell = string | number | boolean | bigint | Date | null | readonly string[]
export type ExportRow = { key: string } & Record<string, Cell>

/** A list of the export. Read in pages by a unique key, so that its length does not matter. */
export type ExportList = {
  /** Of the two files, without the ending. */
  name: string
  /** For the person to read. */
  about: TextId
  /** What leaves the bank, and nothing else. A name that ends in `Cents` is written as an amount, without the ending. */
  columns: readonly string[]
  read: (sql: Reader, personId: string, after: string | null) => PromiseLike<ExportRow[]>
  /** Files that rows stand for, in a folder of the archive. */
  files?: (deps: { sql: Sql; keys: Keys }, personId: string) => Promise<ExportFile[]>
}

export const ROWS_PER_READ = 500

/** A file of the archive, opened when its turn comes. */
export type ExportFile = { name: string; open: () => Readable | Promise<Readable> }

export type ErasedPerson = {
  personId: string
  /** What replaces the name. */
  pseudonym: string
  /** Addresses of the person, as they are compared; empty in the later steps, when they are gone. */
  emails: readonly string[]
  at: Date
}
type Eraser = (tx: Tx, person: ErasedPerson) => PromiseLike<unknown>

/** The person is locked. Erasers run from the top domain to the bottom one, in the order of their tables. */
export type Erasure = {
  /** For docs/retention.md. */
  does: string
  /** With the erasure, and an hour later once more: a request that was under way may have written again. */
  atOnce?: Eraser
  /** When the law no longer asks for the identity. */
  withIdentity?: Eraser
  /** When the law no longer asks for vouchers. */
  withBooks?: Eraser
  /** Kept encrypted until the law no longer asks for the identity, under this name. */
  putAside?: { as: string; read: (tx: Tx, personId: string) => PromiseLike<unknown> }
}

export type CleanUp = {
  /** The name of the job. */
  job: string
  /** Age of rows in milliseconds; 0: rows that have expired. */
  lifetimeMs: number
  /** Hourly where a whole table is searched. */
  every: 'ten minutes' | 'hour'
  run: (sql: Sql, before: TimeInSql) => Promise<number>
}

export const isList = (exported: TableRules['exported']): exported is ExportList => 'read' in exported

export const exportListsOf = (data: PersonalData): ExportList[] =>
  Object.values(data).flatMap(({ exported }) => (isList(exported) ? [exported] : []))

/** A table without a person in it. */
export const aboutTheBank = (rules: Pick<TableRules, 'holds' | 'kept' | 'why' | 'cleanUp'>): TableRules => ({
  ...rules,
  exported: { not: 'About the bank or its software.' },
  erasure: { does: 'no person' },
  reading: { unlogged: 'No person is in it.' },
})
