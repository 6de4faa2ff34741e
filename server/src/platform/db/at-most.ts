import type { Reader } from './connection.ts'

/** One more than a page shows; exports read the largest. */
const PAGE_SIZES = [6, 11, 21, 51, 101, 501]

/**
 * The LIMIT of a list as a literal: with a parameter, PostgreSQL plans every call again in a large bank, which takes longer
 * than the query. Only a few sizes, because each is a prepared statement of its own; the caller drops the extra rows.
 */
export function atMost(sql: Reader, rows: number) {
  const size = PAGE_SIZES.find((one) => one >= rows)
  if (!size) throw new Error(`No list is ${rows} rows long`)
  return sql`limit ${sql.unsafe(String(size))}`
}
