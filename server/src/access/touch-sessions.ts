import type { Reader } from '../platform/db/connection.ts'
import { parameterRows } from '../platform/db/parameter-rows.ts'

export type SessionTouch = { tokenHash: Buffer; at: Date }

const touchRows = parameterRows<SessionTouch>([
  ['bytea', ({ tokenHash }) => tokenHash],
  ['timestamptz', ({ at }) => at],
])

/** SKIP LOCKED: another transaction is touching or ending this session; waiting could deadlock. */
export const touchSessions = (sql: Reader, touches: readonly SessionTouch[]) => sql`
  update sessions s set last_seen_at = greatest(s.last_seen_at, touch.at)
  from ${touchRows(sql, touches)} as touch (token_hash, at)
  cross join lateral (
    select token_hash from sessions where token_hash = touch.token_hash and ended_at is null for update skip locked) as free
  where s.token_hash = free.token_hash`
