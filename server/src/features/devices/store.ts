import type { Sql } from '../../db/connection.ts'
import { IDLE_LIMIT_MS } from '../../sessions/lifetime.ts'

const MAX_SHOWN = 100

export type DeviceRow = {
  id: string
  token_hash: Buffer
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

/** Sessions that still open something; the index has their end, so those of years ago cost nothing. */
export const livingSessions = (sql: Sql, personId: string, at: Date) => sql<DeviceRow[]>`
  select id, token_hash, user_agent, address, created_at, last_seen_at from sessions
  where person_id = ${personId} and expires_at > ${at} and ended_at is null
    and last_seen_at > ${new Date(at.getTime() - IDLE_LIMIT_MS)}
  order by last_seen_at desc, id desc limit ${MAX_SHOWN}`

/** Only an own one; what it was known by, so that this server forgets it at once. */
export async function endOwnSession(sql: Sql, personId: string, id: string, at: Date): Promise<Buffer | null> {
  const [ended] = await sql<{ token_hash: Buffer }[]>`
    update sessions set ended_at = ${at} where id = ${id} and person_id = ${personId} and ended_at is null
    returning token_hash`
  return ended?.token_hash ?? null
}
