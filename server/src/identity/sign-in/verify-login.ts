import { isKnownDevice } from '../../access/known-devices.ts'
import type { SessionOrigin } from '../../access/start-session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type CountedAttempt, countOrRefuse, type Limit, undoAttempt } from '../attempts.ts'
import { type SecondFactorInput, toFactorRefusal, verifySecondFactor } from '../factors/verify-second-factor.ts'
import type { RelyingParty } from '../relying-party.ts'
import { attemptChallenge, consumeChallenge } from './challenges.ts'
import { signIn } from './sign-in.ts'

const WINDOW_MS = 15 * 60_000
/** Shared by all unknown devices; a known device has its own count, which no other client can use up. */
const CODES_PER_ACCOUNT: Limit = { scope: 'login code account', max: 10, windowMs: WINDOW_MS }
const CODES_PER_DEVICE: Limit = { scope: 'login code device', max: 10, windowMs: WINDOW_MS }

type Verification = { challenge: string; input: SecondFactorInput; origin: SessionOrigin; at: Date }

/** The second half of signing in: the challenge shows that the password was right. */
export async function verifyLogin(
  sql: Sql,
  keys: Pick<Keys, 'factors' | 'recoveryCodes'>,
  party: RelyingParty,
  { challenge, input, origin, at }: Verification,
): Promise<{ token: string; personId: string }> {
  const personId = await attemptChallenge(sql, 'login', challenge, at)
  if (personId === null) throw new Refusal('challenge_expired')
  const counted = input.passkey === undefined ? await countCode(sql, personId, origin.deviceId, at) : null
  const factor = await verifySecondFactor(sql, keys, party, { personId, challenge, input, at })
  if (!factor) throw toFactorRefusal(input)
  if (counted) await undoAttempt(sql, counted)
  const token = await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const token = await signIn(tx, { personId, signedInWith: `password+${factor}`, origin, at })
    await consumeChallenge(tx, challenge, at)
    return token
  })
  return { token, personId }
}

/**
 * A thief who has the password can open any number of challenges, so codes are also counted over all of them. Passkeys are
 * not: they can't be guessed.
 */
async function countCode(sql: Sql, personId: string, deviceId: string, at: Date): Promise<CountedAttempt> {
  const known = await isKnownDevice(sql, personId, deviceId)
  return known
    ? countOrRefuse(sql, CODES_PER_DEVICE, `${personId}\n${deviceId}`, at)
    : countOrRefuse(sql, CODES_PER_ACCOUNT, personId, at)
}
