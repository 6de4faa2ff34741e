import type { Sql, TimeInSql } from '../../platform/db/connection.ts'

const ROWS_PER_DELETE = 20_000

/** What servers left that died while they imported a file. */
export async function deleteAbandonedImports(sql: Sql, before: TimeInSql): Promise<number> {
  let total = 0
  for (let deleted = ROWS_PER_DELETE; deleted === ROWS_PER_DELETE; ) {
    const [row] = await sql<{ count: number }[]>`
      with gone as (
        delete from staged_statement_lines
        where (import_id, place) in (
          select import_id, place from staged_statement_lines where created_at < ${before} limit ${ROWS_PER_DELETE})
        returning 1)
      select count(*)::int as count from gone`
    deleted = row?.count ?? 0
    total += deleted
  }
  const { count } = await sql`delete from statement_imports where updated_at < ${before}`
  return total + count
}
