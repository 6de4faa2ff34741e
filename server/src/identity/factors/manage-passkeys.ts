import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey as PasskeyBody } from '#contract/identity/factors.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { hasSecondFactor, readFactors } from '../factors.ts'
import { listPasskeys, registerPasskey, registrationOptions } from '../passkeys.ts'
import type { RelyingParty } from '../relying-party.ts'
import { attemptChallenge, consumeChallenge, openChallenge } from '../sign-in/challenges.ts'
import { endOtherSessions, type OwnSession } from './end-other-sessions.ts'
import { toPasskeyBody } from './read-factors.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

export async function offerPasskey(sql: Sql, party: RelyingParty, personId: string, at: Date) {
  const [user, existing] = await Promise.all([requireUser(sql, personId), listPasskeys(sql, personId)])
  const challenge = await openChallenge(sql, 'passkey_registration', personId, at)
  const options = await registrationOptions(party, { id: personId, ...user }, challenge, existing)
  return { challenge, options }
}

type Registration = { challenge: string; name: string; response: RegistrationResponseJSON; at: Date }

export async function addPasskey(
  sql: Sql,
  party: RelyingParty,
  session: OwnSession,
  registration: Registration,
): Promise<PasskeyBody> {
  const { personId } = session
  const { challenge, name, response, at } = registration
  if ((await attemptChallenge(sql, 'passkey_registration', challenge, at)) !== personId)
    throw new Refusal('challenge_expired')
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    await consumeChallenge(tx, challenge, at)
    await endOtherSessions(tx, session, at)
    const passkey = await registerPasskey(tx, party, challenge, response, { personId, name, at })
    if (!passkey) throw new Refusal('passkey_incorrect')
    await record(tx, {
      notifications: [{ personId, kind: 'factor.added', data: { factor: 'passkey', name }, at }],
    })
    return toPasskeyBody(passkey)
  })
}

export async function renameOwnPasskey(sql: Sql, personId: string, id: string, name: string): Promise<PasskeyBody> {
  await sql`update passkeys set name = ${name} where id = ${id} and person_id = ${personId}`
  const passkey = (await listPasskeys(sql, personId)).find((one) => one.id === id)
  if (!passkey) throw new Refusal('not_found')
  return toPasskeyBody(passkey)
}

export function removePasskey(sql: Sql, personId: string, id: string, at: Date): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const [removed] = await tx<{ name: string }[]>`
      delete from passkeys where id = ${id} and person_id = ${personId} returning name`
    if (!removed) throw new Refusal('not_found')
    if (!hasSecondFactor(await readFactors(tx, personId))) await deleteRecoveryCodes(tx, personId)
    const data = { factor: 'passkey', name: removed.name }
    await record(tx, { notifications: [{ personId, kind: 'factor.removed', data, at }] })
  })
}
