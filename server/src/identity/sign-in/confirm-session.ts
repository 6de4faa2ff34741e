import { freshen } from '../../access/freshness.ts'
import type { Session } from '../../access/session.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countOrRefuse, type Limit } from '../attempts.ts'
import { type SecondFactorInput, toFactorRefusal, verifySecondFactor } from '../factors/verify-second-factor.ts'
import { hasSecondFactor, readFactors } from '../factors.ts'
import type { RelyingParty } from '../relying-party.ts'
import { attemptChallenge, consumeChallenge } from './challenges.ts'

/** Per session: the thief of a token does not use up the guesses of the owner, who has another session. */
const PER_SESSION: Limit = { scope: 'confirm session', max: 5, windowMs: 15 * 60_000 }

type Confirmation = SecondFactorInput & { password?: string | undefined; challenge?: string | undefined }
type ConfirmDeps = {
  sql: Sql
  keys: Pick<Keys, 'factors' | 'recoveryCodes'>
  party: RelyingParty
  passwords: Passwords
  signal: AbortSignal
}

/** With a second factor set up, the password alone is not enough: it may be what the thief has. */
export async function confirmSession(
  deps: ConfirmDeps,
  session: Session,
  input: Confirmation,
  at: Date,
): Promise<void> {
  const { sql } = deps
  const { personId } = session
  // A passkey can't be guessed, and its challenge counts its own attempts.
  if (input.passkey === undefined) await countOrRefuse(sql, PER_SESSION, session.id, at)
  if (input.password === undefined) await requireFactor(deps, personId, input, at)
  else await requirePassword(deps, personId, input.password)
  await inTransaction(sql, async (tx) => {
    if (input.challenge !== undefined) await consumeChallenge(tx, input.challenge, at)
    await freshen(tx, session.tokenHash, at)
  })
}

async function requirePassword(
  { sql, passwords, signal }: ConfirmDeps,
  personId: string,
  password: string,
): Promise<void> {
  if (hasSecondFactor(await readFactors(sql, personId))) throw new Refusal('second_factor_required')
  const [person] = await sql<
    { password_hash: string | null }[]
  >`select password_hash from people where id = ${personId}`
  if (!(await passwords.verify(person?.password_hash ?? null, password, signal)))
    throw new Refusal('password_incorrect')
}

async function requireFactor({ sql, keys, party }: ConfirmDeps, personId: string, input: Confirmation, at: Date) {
  const challenge = input.challenge ?? ''
  if (input.passkey !== undefined && (await attemptChallenge(sql, 'confirm', challenge, at)) !== personId)
    throw new Refusal('challenge_expired')
  if (!(await verifySecondFactor(sql, keys, party, { personId, challenge, input, at }))) throw toFactorRefusal(input)
}
