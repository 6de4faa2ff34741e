import type { Reader } from '../platform/db/connection.ts'

/** For this long after signing in or confirming, a session may make sensitive calls. */
export const FRESH_MS = 15 * 60_000

export const freshUntil = (at: Date): Date => new Date(at.getTime() + FRESH_MS)

export const isFresh = (session: { freshUntil: Date }, at: Date): boolean => at < session.freshUntil

export async function freshen(tx: Reader, tokenHash: Buffer, at: Date): Promise<void> {
  await tx`update sessions set fresh_until = ${freshUntil(at)} where token_hash = ${tokenHash} and ended_at is null`
}
