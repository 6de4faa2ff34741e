import type { Reader } from '../platform/db/connection.ts'

export const IDLE_LIMIT_MS = 30 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** Touching a session at every request would turn every read into a write. */
const TOUCH_INTERVAL_MS = 60_000

/** The lifetime of a session that has not been ended. */
export type SessionLifetime = { expiresAt: Date; lastSeenAt: Date }

/** The idle limit or the absolute limit, whichever comes first. */
export const isAlive = ({ expiresAt, lastSeenAt }: SessionLifetime, at: Date): boolean =>
  at.getTime() < Math.min(expiresAt.getTime(), lastSeenAt.getTime() + IDLE_LIMIT_MS)

/**
 * `isAlive` as a condition on `sessions s`, including that the session has not been ended. A batch passes its earliest
 * moment, since a session alive later was alive then, and applies `isAlive` per row.
 */
export const whereAlive = (sql: Reader, at: Date) => sql`
  s.ended_at is null and s.expires_at > ${at} and s.last_seen_at > ${new Date(at.getTime() - IDLE_LIMIT_MS)}`

export const shouldTouch = ({ lastSeenAt }: SessionLifetime, at: Date): boolean =>
  at.getTime() - lastSeenAt.getTime() > TOUCH_INTERVAL_MS
