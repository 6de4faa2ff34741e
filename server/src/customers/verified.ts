import type { Reader, Tx } from '../platform/db/connection.ts'

/**
 * Whether the person `p` was ever Active: the bank knows them by this name, and one person alone changes it no more. Servers of the
 * version before don't write the time: who is Active is verified too.
 */
export const wasVerified = (sql: Reader) => sql`(p.verified_at is not null or p.status = 'Active')`

/** Whether the bank stands behind the name of the person `p`: not while it verifies them, for the first time or again. */
export const isVerified = (sql: Reader) => sql`(${wasVerified(sql)} and p.status <> 'Pending')`

export async function readWasVerified(tx: Tx, personId: string): Promise<boolean> {
  const [row] = await tx<{ verified: boolean }[]>`
    select ${wasVerified(tx)} as verified from people p where p.id = ${personId}`
  return row?.verified ?? false
}
