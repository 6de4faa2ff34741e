import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { attemptChallenge, consumeChallenge, openChallenge } from '../../identity/challenges.ts'
import { authenticationOptions, listPasskeys, verifyPasskey } from '../../identity/passkeys.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { signIn } from '../../people/sign-in.ts'
import { Refusal } from '../../runtime/refusal.ts'
import type { SessionOrigin } from '../../sessions/start-session.ts'

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
