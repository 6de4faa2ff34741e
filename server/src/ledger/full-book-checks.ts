import type { Sql, TimeInSql } from '../platform/db/connection.ts'
import { sqlState } from '../platform/db/errors.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'

/** The result of a verification of all invariants, which stops at the first that does not hold. */
export type FullBookCheck = { at: Date; held: number; breached: number | null }

/** Codes of a standby, and of a user who may only read. */
const READ_ONLY = ['25006', '42501']

/** Stores the result for metrics and alerts. False: this database can't be written to. */
export async function recordFullCheck(sql: Sql, { at, held, breached }: FullBookCheck): Promise<boolean> {
  try {
    await sql`
      insert into full_book_checks (id, at, held, breached) values (${newIdAt(at)}, ${at}, ${held}, ${breached})`
    return true
  } catch (error) {
    if (READ_ONLY.includes(sqlState(error))) return false
    throw error
  }
}

/** Never the newest one, which metrics show. */
export async function deleteFullChecksBefore(sql: Sql, before: TimeInSql): Promise<number> {
  const { count } = await sql`
    delete from full_book_checks where at < ${before} and at < (select max(at) from full_book_checks where at <= ${sql.now()})`
  return count
}
