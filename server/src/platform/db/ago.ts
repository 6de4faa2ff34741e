import type { Reader, TimeInSql } from './connection.ts'

/** So long ago by the database's time, as a part of a statement. */
export const ago = (sql: Reader, ms: number): TimeInSql => sql`(${sql.now()} - ${ms} * interval '1 millisecond')`
