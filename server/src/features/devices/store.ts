import type { Sql } from '../../db/connection.ts'
import { whereAlive } from '../../sessions/lifetime.ts'

const MAX_SHOWN = 100

export type DeviceRow = {
  id: string
  token_hash: Buffer
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
}

/** The index has the expiry, so ended sessions are not read. */
export const aliveSessions = (sql: Sql, personId: string, at: Date) => sql<DeviceRow[]>`
  select s.id, s.token_hash, s.user_agent, s.address, s.created_at, s.last_seen_at from sessions s
  where s.person_id = ${personId} and ${whereAlive(sql, at)}
  order by s.last_seen_at desc, s.id desc limit ${MAX_SHOWN}`
