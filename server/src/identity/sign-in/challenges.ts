import { randomBytes } from 'node:crypto'
import type { Reader, TimeInSql } from '../../platform/db/connection.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

export type ChallengeKind = 'login' | 'passkey_login' | 'confirm' | 'passkey_registration'

const LIFETIME_MS = 5 * 60_000
const MAX_ATTEMPTS = 5
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits: the handle of the challenge and, where a passkey signs, the WebAuthn challenge. Only its hash is stored. */
export async function openChallenge(
  sql: Reader,
  kind: ChallengeKind,
  personId: string | null,
  at: Date,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`
    insert into challenges (challenge_hash, kind, person_id, expires_at)
    values (${sha256(challenge)}, ${kind}, ${personId}, ${new Date(at.getTime() + LIFETIME_MS)})`
  return challenge
}

/**
 * Counts an attempt before the response is verified, in one statement: forty parallel guesses get five looks. Returns whom
 * the challenge is for, or null when a passkey has to say.
 */
export async function attemptChallenge(
  sql: Reader,
  kind: ChallengeKind,
  challenge: string,
  at: Date,
): Promise<string | null> {
  if (!CHALLENGE.test(challenge)) throw new Refusal('challenge_expired')
  const [row] = await sql<{ person_id: string | null }[]>`
    update challenges set attempts = attempts + 1
    where challenge_hash = ${sha256(challenge)} and kind = ${kind} and used_at is null and expires_at > ${at}
      and attempts < ${MAX_ATTEMPTS}
    returning person_id`
  if (!row) throw new Refusal('challenge_expired')
  return row.person_id
}

/** In the transaction that acts on the right response: of two requests at once, one gets through. */
export async function consumeChallenge(tx: Reader, challenge: string, at: Date): Promise<void> {
  const consumed = await tx`
    update challenges set used_at = ${at} where challenge_hash = ${sha256(challenge)} and used_at is null`
  if (consumed.count !== 1) throw new Refusal('challenge_expired')
}

/** A password or factor that changes must not leave a half-finished sign-in behind. */
export async function voidChallenges(tx: Reader, personId: string, at: Date): Promise<number> {
  const voided = await tx`
    update challenges set used_at = ${at}
    where person_id = ${personId} and used_at is null returning expires_at > ${at} as open`
  return voided.filter(({ open }) => open).length
}

export const deleteExpiredChallenges = (sql: Reader, now: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select challenge_hash from challenges where expires_at < ${now} limit ${rows} for update skip locked)
      delete from challenges c using old where c.challenge_hash = old.challenge_hash`,
  )
