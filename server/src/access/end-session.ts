import type { Reader, TimeInSql, Tx } from '../platform/db/connection.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'

/**
 * A browser whose session is ended gets no more push notifications; one whose session only expires still does. A second statement, so
 * that it sees a device that was added while the first one waited for the session.
 */
async function removePushDevices(sql: Reader, tokenHash: Buffer): Promise<void> {
  await sql`delete from push_devices d using sessions s where s.token_hash = ${tokenHash} and d.session_id = s.id`
}

export async function endSession(sql: Reader, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update sessions set ended_at = ${at} where token_hash = ${tokenHash} and ended_at is null`
  await removePushDevices(sql, tokenHash)
}

/** Ends a session by its id if it belongs to this person. Returns its token hash, for `Sessions.forget`. */
export async function endOwnSession(sql: Reader, personId: string, id: string, at: Date): Promise<Buffer | null> {
  const [ended] = await sql<{ token_hash: Buffer }[]>`
    update sessions set ended_at = ${at} where id = ${id} and person_id = ${personId} and ended_at is null
    returning token_hash`
  if (!ended) return null
  await removePushDevices(sql, ended.token_hash)
  return ended.token_hash
}

/** `except`: the session in which a person changes their own password stays. */
export async function endSessionsOf(tx: Tx, personId: string, at: Date, except: Buffer | null = null): Promise<number> {
  const ended = await tx`
    update sessions set ended_at = ${at}
    where person_id = ${personId} and ended_at is null and token_hash is distinct from ${except}`
  // Those of expired sessions too.
  await tx`
    delete from push_devices d using sessions s
    where d.person_id = ${personId} and s.id = d.session_id and s.token_hash is distinct from ${except}`
  return ended.count
}

/** The person of a session from a new device that they have not disowned yet. */
export async function findSessionToDisown(sql: Reader, id: string): Promise<string | null> {
  const [session] = await sql<{ person_id: string }[]>`
    select person_id from sessions where id = ${id} and new_device and disowned_at is null`
  return session?.person_id ?? null
}

/** When the session began; null for all but one of several concurrent calls. */
export async function disownSession(tx: Tx, id: string, at: Date): Promise<Date | null> {
  const [disowned] = await tx<{ created_at: Date }[]>`
    update sessions set disowned_at = ${at} where id = ${id} and new_device and disowned_at is null returning created_at`
  return disowned?.created_at ?? null
}

export const deleteSessionsEndedBefore = (sql: Reader, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select token_hash from sessions where least(expires_at, ended_at) < ${before} limit ${rows} for update skip locked)
      delete from sessions s using old where s.token_hash = old.token_hash`,
  )
