import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { SessionOrigin } from '../../access/start-session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { authenticationOptions, listPasskeys, verifyPasskey } from '../passkeys.ts'
import type { RelyingParty } from '../relying-party.ts'
import { attemptChallenge, consumeChallenge, openChallenge } from './challenges.ts'
import { signIn } from './sign-in.ts'

/** Without a person, for signing in with any discoverable passkey; with one, for confirming with an own passkey. */
export async function offerPasskeyChallenge(sql: Sql, party: RelyingParty, personId: string | null, at: Date) {
  const passkeys = personId === null ? [] : await listPasskeys(sql, personId)
  const challenge = await openChallenge(sql, personId === null ? 'passkey_login' : 'confirm', personId, at)
  return { challenge, options: await authenticationOptions(party, challenge, passkeys) }
}

type PasskeyLogin = { challenge: string; response: AuthenticationResponseJSON; origin: SessionOrigin; at: Date }

export async function logInWithPasskey(
  sql: Sql,
  party: RelyingParty,
  { challenge, response, origin, at }: PasskeyLogin,
): Promise<{ token: string; personId: string }> {
  await attemptChallenge(sql, 'passkey_login', challenge, at)
  const passkey = await verifyPasskey(sql, party, challenge, response, { personId: null, at })
  if (!passkey) throw new Refusal('passkey_incorrect')
  const token = await inTransaction(sql, async (tx) => {
    await lockPerson(tx, passkey.personId)
    // Removed while the signature was verified: its removal must not leave a new session behind.
    const isLeft = (await listPasskeys(tx, passkey.personId)).some(({ id }) => id === passkey.id)
    if (!isLeft) throw new Refusal('passkey_incorrect')
    await consumeChallenge(tx, challenge, at)
    return signIn(tx, { personId: passkey.personId, signedInWith: 'passkey', origin, at })
  })
  return { token, personId: passkey.personId }
}
