import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { requireUser } from '../customers/person.ts'
import type { PasskeyApproval, SignedContent } from '../ledger/payment.ts'
import {
  isOpen,
  isSignedFor,
  isUsed,
  lockAuthorisations,
  openAuthorisation,
  storeVerifiedResponse,
  toAuthorisation,
} from '../ledger/transfer-authorisations.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { sha256 } from '../platform/runtime/digests.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { authenticationOptions, listPasskeys, verifyPasskey } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** Asks for a signature over the content. Whether the person may do it is decided when it is used. */
export async function authorise(sql: Sql, party: RelyingParty, personId: string, content: SignedContent, at: Date) {
  await requireNotFrozen(sql, personId)
  const passkeys = await listPasskeys(sql, personId)
  if (passkeys.length === 0) throw new Refusal('passkey_missing')
  const { id, challenge } = await openAuthorisation(sql, personId, content, at)
  return { authorisation: id, options: await authenticationOptions(party, challenge, passkeys) }
}

/** Only spares the person a signature. */
async function requireNotFrozen(sql: Sql, personId: string): Promise<void> {
  const { status } = await requireUser(sql, personId)
  if (status === 'Frozen') throw new Refusal('account_frozen')
}

export type SignedAuthorisation = { id: string; response: AuthenticationResponseJSON }
type Signature = { personId: string; signed: SignedAuthorisation; content: SignedContent; at: Date }

/**
 * Verifies the signature; whether the authorisation may be used is decided under lock. The signature counter and the
 * verified response are stored together: after a crash the same response is accepted again, although the counter has moved.
 */
export async function verifyAuthorisation(
  sql: Sql,
  party: RelyingParty,
  { personId, signed: { id, response }, content, at }: Signature,
): Promise<PasskeyApproval> {
  const responseHash = hashResponse(response)
  const verified = await inTransaction(sql, async (tx) => {
    const [row] = await lockAuthorisations(tx, [id])
    if (row?.person_id !== personId) return false
    const authorisation = toAuthorisation(row)
    if (authorisation.responseHash?.equals(responseHash))
      return isUsed(authorisation) || (await ownsPasskey(tx, personId, response.id))
    if (!isOpen(authorisation, at) || !isSignedFor(authorisation, content)) return false
    const challenge = authorisation.challenge.toString('base64url')
    const passkey = await verifyPasskey(tx, party, challenge, response, { personId, at })
    if (!passkey) throw new Refusal('passkey_incorrect')
    await storeVerifiedResponse(tx, id, responseHash)
    return true
  })
  return { kind: 'passkey', authorisationId: id, responseHash, verified }
}

/** A passkey that was removed approves nothing any more, not even with a signature that was verified before. */
const ownsPasskey = async (tx: Tx, personId: string, credentialId: string): Promise<boolean> =>
  (await listPasskeys(tx, personId)).some((passkey) => passkey.credentialId === credentialId)

/** Over everything that the signature depends on. The parts are base64url, so a line break keeps them apart. */
function hashResponse({ id, response }: AuthenticationResponseJSON): Buffer {
  const { clientDataJSON, authenticatorData, signature } = response
  return sha256([id, clientDataJSON, authenticatorData, signature].join('\n'))
}
