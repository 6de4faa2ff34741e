import type { Reader, Tx } from '../db/connection.ts'

export async function endSession(sql: Reader, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update sessions set ended_at = ${at} where token_hash = ${tokenHash} and ended_at is null`
}

/** Ends a session by its id if it belongs to this person. Returns its token hash, for `Sessions.forget`. */
export async function endOwnSession(sql: Reader, personId: string, id: string, at: Date): Promise<Buffer | null> {
  const [ended] = await sql<{ token_hash: Buffer }[]>`
    update sessions set ended_at = ${at} where id = ${id} and person_id = ${personId} and ended_at is null
    returning token_hash`
  return ended?.token_hash ?? null
}

/** `except`: the session in which a person changes their own password stays. */
export async function endSessionsOf(tx: Tx, personId: string, at: Date, except: Buffer | null = null): Promise<number> {
  const ended = await tx`
    update sessions set ended_at = ${at}
    where person_id = ${personId} and ended_at is null and token_hash is distinct from ${except}`
  return ended.count
}

export async function deleteSessionsEndedBefore(sql: Reader, before: Date): Promise<void> {
  await sql`delete from sessions where least(expires_at, ended_at) < ${before}`
}
