import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parse as idToBytes } from 'uuid'
import { column } from '../platform/db/arrays.ts'
import type { Reader } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { RelyingParty } from './relying-party.ts'

export type Passkey = {
  id: string
  personId: string
  credentialId: string
  publicKey: Buffer
  counter: bigint
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

type PasskeyRow = {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** Loaded with the first passkey: its readers of certificates take 20 MB. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const TIMEOUT_MS = 5 * 60_000
/** COSE algorithms: EdDSA, ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257]

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  personId: row.person_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

export async function listPasskeys(sql: Reader, personId: string): Promise<Passkey[]> {
  const rows = await sql<PasskeyRow[]>`
    select id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from passkeys where person_id = ${personId} order by id`
  return rows.map(toPasskey)
}

async function findByCredential(sql: Reader, credentialId: string): Promise<Passkey | null> {
  const [row] = await sql<PasskeyRow[]>`
    select id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from passkeys where credential_id = ${credentialId}`
  return row ? toPasskey(row) : null
}

type Owner = { id: string; email: string; fullName: string }

/** Discoverable and with user verification: such a passkey is possession and knowledge or biometry in one. */
export const registrationOptions = async (
  party: RelyingParty,
  owner: Owner,
  challenge: string,
  existing: readonly Passkey[],
) =>
  (await loadWebAuthn()).generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: Uint8Array.from(idToBytes(owner.id)),
    userName: owner.email,
    userDisplayName: owner.fullName,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Without passkeys of a person: the browser offers the discoverable ones. */
export const authenticationOptions = async (
  party: RelyingParty,
  challenge: string | Buffer,
  passkeys: readonly Passkey[] = [],
) =>
  (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: Uint8Array.from(typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })

type NewPasskey = { personId: string; name: string; at: Date }

/** Null when the response is not a registration for this challenge, origin and relying party. */
export async function registerPasskey(
  sql: Reader,
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
  { personId, name, at }: NewPasskey,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const registration = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!registration?.verified) return null
  const { credential } = registration.registrationInfo
  const [row] = await sql<PasskeyRow[]>`
    insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, created_at)
    values (${newIdAt(at)}, ${personId}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${BigInt(credential.counter)},
            ${column(credential.transports ?? [], (transport) => transport)}::text[], ${name}, ${at})
    on conflict (credential_id) do nothing
    returning id, person_id, credential_id, public_key, counter, transports, name, created_at, last_used_at`
  return row ? toPasskey(row) : null
}

/**
 * The passkey that signed the challenge, or null: an unknown credential, another origin, a missing user verification, or a
 * signature counter that went back, which means a cloned authenticator. `personId` limits it to that person's passkeys.
 */
export async function verifyPasskey(
  sql: Reader,
  party: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  { personId, at }: { personId: string | null; at: Date },
): Promise<Passkey | null> {
  const passkey = await findByCredential(sql, response.id)
  if (!passkey || (personId !== null && passkey.personId !== personId)) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const authentication = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => null)
  if (!authentication?.verified) return null
  const counter = BigInt(authentication.authenticationInfo.newCounter)
  // A counter that another request has moved past meanwhile is one that went back.
  const updated = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${at}
    where id = ${passkey.id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`
  return updated.count === 1 ? passkey : null
}
