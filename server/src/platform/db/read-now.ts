import type { Reader } from './connection.ts'

/** The database's time; in a transaction, the time at which it began. */
export async function readNow(sql: Reader): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select ${sql.now()} as now`
  if (!row) throw new Error('The database returned no time')
  return row.now
}
