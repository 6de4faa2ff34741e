import { column } from '../db/arrays.ts'
import type { Reader } from '../db/connection.ts'

export type SessionTouch = { tokenHash: Buffer; at: Date }

/** Whoever holds the lock of one is noting the same or ending it: passed over, or two could wait for each other in a circle. */
export const touchSessions = (sql: Reader, seen: readonly SessionTouch[]) => sql`
  update sessions s set last_seen_at = greatest(s.last_seen_at, l.at)
  from unnest(${column(seen, ({ tokenHash }) => tokenHash)}::bytea[], ${column(seen, ({ at }) => at)}::timestamptz[])
       as l (token_hash, at)
  cross join lateral (
    select token_hash from sessions where token_hash = l.token_hash and ended_at is null for update skip locked) as free
  where s.token_hash = free.token_hash`
