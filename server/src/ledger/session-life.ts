import { column } from '../db/arrays.ts'
import type { Reader } from '../db/connection.ts'

/** A session ends after thirty minutes without a call, and twelve hours after it began in any case. */
export const IDLE_LIMIT_MS = 30 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** Writing down every call would make reads write; a minute's inexactness in thirty is none. */
export const NOTED_EVERY_MS = 60_000

export type Seen = { tokenHash: Buffer; at: Date }

/** Whoever holds the lock of one is noting the same or ending it: passed over, or two could wait for each other in a circle. */
export const noteSeen = (sql: Reader, seen: readonly Seen[]) => sql`
  update sessions s set last_seen_at = greatest(s.last_seen_at, l.at)
  from unnest(${column(seen, ({ tokenHash }) => tokenHash)}::bytea[], ${column(seen, ({ at }) => at)}::timestamptz[])
       as l (token_hash, at)
  cross join lateral (
    select token_hash from sessions where token_hash = l.token_hash and ended_at is null for update skip locked) as free
  where s.token_hash = free.token_hash`
