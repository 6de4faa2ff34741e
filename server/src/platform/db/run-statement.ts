import { type Connection, openPool } from './connection.ts'

/** One statement on a connection of its own, however long it takes: for creating databases and for polling a server. */
export async function runStatement<T extends object>(connection: Connection, statement: string): Promise<T[]> {
  const sql = openPool(connection, { max: 1 })
  try {
    await sql.unsafe('set statement_timeout = 0')
    return await sql.unsafe<T[]>(statement)
  } finally {
    await sql.end({ timeoutMs: 0 })
  }
}
