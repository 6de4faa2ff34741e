import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Reader } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { freshUntil } from './freshness.ts'
import { hashDevice } from './known-devices.ts'
import { hashToken, type SignInMethod } from './session.ts'
import { ABSOLUTE_LIMIT_MS } from './session-lifetime.ts'

const MAX_USER_AGENT_LENGTH = 400

/** Where a sign-in comes from. The device id is the one of the browser's cookie, or a new one. */
export type SessionOrigin = { userAgent: string; address: string; deviceId: string }
type SignIn = Omit<SessionOrigin, 'deviceId'> & {
  deviceId?: string
  newDevice?: boolean
  signedInWith?: SignInMethod
  /** For the email about this sign-in, which names it before it is stored. */
  id?: string
}

/**
 * Returns the token: 256 random bits, of which the database stores only the hash. Refuses while the password is void,
 * whatever was shown instead of it. FOR SHARE waits for a transaction that voids it; a later one ends this session.
 */
export async function startSession(tx: Reader, personId: string, at: Date, signIn: SignIn): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const started = await tx`
    insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, fresh_until, user_agent, address,
                          signed_in_with, device_hash, new_device)
    select ${hashToken(token)}, ${signIn.id ?? newId()}, ${personId}, ${at}, ${at},
           ${new Date(at.getTime() + ABSOLUTE_LIMIT_MS)}, ${freshUntil(at)},
           ${signIn.userAgent.slice(0, MAX_USER_AGENT_LENGTH)}, ${signIn.address}, ${signIn.signedInWith ?? 'password'},
           ${signIn.deviceId ? hashDevice(signIn.deviceId) : null}::bytea, ${signIn.newDevice ?? false}::boolean
    from people where id = ${personId} and password_hash is not null for share`
  if (started.count === 0)
    throw new Refusal(signIn.signedInWith === 'passkey' ? 'passkey_incorrect' : 'wrong_credentials')
  return token
}
