/** A session ends after thirty minutes without a call, and twelve hours after it began in any case. */
export const IDLE_LIMIT_MS = 30 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** Writing down every call would make reads write; a minute's inexactness in thirty is none. */
const NOTED_EVERY_MS = 60_000

export type SessionLifetime = { expiresAt: Date; lastSeenAt: Date }

export const endsAt = ({ expiresAt, lastSeenAt }: SessionLifetime): number =>
  Math.min(expiresAt.getTime(), lastSeenAt.getTime() + IDLE_LIMIT_MS)

/** Whether a sign of life is worth writing down. */
export const shouldTouch = ({ lastSeenAt }: SessionLifetime, at: number): boolean =>
  at - lastSeenAt.getTime() > NOTED_EVERY_MS
