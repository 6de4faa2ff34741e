import { emailKey } from '#contract/fields.ts'
import type { SessionOrigin } from '../../access/start-session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type EnrolledFactors, hasSecondFactor, readFactors } from '../factors.ts'
import { authenticationOptions, listPasskeys } from '../passkeys.ts'
import type { RelyingParty } from '../relying-party.ts'
import { openChallenge } from './challenges.ts'
import { verifyLoginAttempt } from './login-attempts.ts'
import { signIn } from './sign-in.ts'

type LogInAttempt = { email: string; password: string; origin: SessionOrigin; at: Date; signal?: AbortSignal }
type Person = { id: string; password_hash: string | null }
type Challenge = { challenge: string; methods: ('totp' | 'passkey' | 'recovery')[]; passkeyOptions?: object }

/**
 * A token, or a challenge for customers with a second factor. An unknown email gets the same response after the same work
 * as a wrong password.
 */
export async function logIn(
  sql: Sql,
  passwords: Passwords,
  party: RelyingParty,
  { email, password, origin, at, signal }: LogInAttempt,
): Promise<{ personId: string; response: { token: string } | Challenge }> {
  const account = emailKey(email)
  const [person] = await sql<Person[]>`select id, password_hash from people where email_key = ${account}`
  const attempt = { account, personId: person?.id ?? null, ...origin, at, signal }
  const right = await verifyLoginAttempt(sql, attempt, () =>
    passwords.verify(person?.password_hash ?? null, password, signal),
  )
  if (!person || !right)
    throw new Refusal('wrong_credentials', {
      logged: { login: 'password', person: person?.id ?? 'unknown', address: origin.address },
    })
  const { id: personId } = person
  const response = await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    await requireUnchanged(tx, person)
    const factors = await readFactors(tx, personId)
    if (hasSecondFactor(factors)) return challengeFor(tx, party, personId, factors, at)
    return { token: await signIn(tx, { personId, signedInWith: 'password', origin, at }) }
  })
  return { personId, response }
}

/**
 * Refuses if the verified password is no longer current: `lockPerson` has waited for a concurrent reset, and a later reset
 * ends this session or voids this challenge.
 */
async function requireUnchanged(tx: Tx, { id, password_hash }: Person): Promise<void> {
  const [unchanged] = await tx`select id from people where id = ${id} and password_hash = ${password_hash}`
  if (!unchanged) throw new Refusal('wrong_credentials')
}

async function challengeFor(
  tx: Tx,
  party: RelyingParty,
  personId: string,
  factors: EnrolledFactors,
  at: Date,
): Promise<Challenge> {
  const challenge = await openChallenge(tx, 'login', personId, at)
  const methods = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys ? (['passkey'] as const) : []),
    ...(factors.recovery ? (['recovery'] as const) : []),
  ]
  if (!factors.passkeys) return { challenge, methods }
  const passkeys = await listPasskeys(tx, personId)
  return { challenge, methods, passkeyOptions: await authenticationOptions(party, challenge, passkeys) }
}
