import type { Reader } from './connection.ts'

/** One more than a page shows. */
const PAGE_SIZES = [6, 11, 21, 51, 101]

/**
 * The end of a list's statement, with the number written out: with a parameter there the database makes a new plan for
 * every call in a large bank, which takes longer than to carry it out. A few sizes only, since every one is a statement of
 * its own that a connection keeps; whoever asked for fewer rows leaves the rest.
 */
export function atMost(sql: Reader, rows: number) {
  const size = PAGE_SIZES.find((one) => one >= rows)
  if (!size) throw new Error(`No list is ${rows} rows long`)
  return sql`limit ${sql.unsafe(String(size))}`
}
