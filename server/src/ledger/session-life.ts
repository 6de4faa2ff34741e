/** A session ends after thirty minutes without a call, and twelve hours after it began in any case. */
export const IDLE_LIMIT_MS = 30 * 60_000
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
