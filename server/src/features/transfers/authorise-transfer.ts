import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Sql, Tx } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { authenticationOptions, listPasskeys, verifyPasskey } from '../../identity/passkeys.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import {
  isOpen,
  isSignedFor,
  lockAuthorisations,
  openAuthorisation,
  storeVerifiedResponse,
  toAuthorisation,
} from '../../ledger/transfer-authorisations.ts'
import type { Approval, Payment } from '../../ledger/types.ts'
import { requireUser } from '../../people/person.ts'
import { Refusal } from '../../runtime/refusal.ts'

export async function authoriseTransfer(sql: Sql, party: RelyingParty, personId: string, payment: Payment, at: Date) {
  await refuseStopped(sql, personId)
  const passkeys = await listPasskeys(sql, personId)
  if (passkeys.length === 0) throw new Refusal('passkey_missing')
  const { id, challenge } = await openAuthorisation(sql, personId, payment, at)
  return { authorisation: id, options: await authenticationOptions(party, challenge, passkeys) }
}

/** Only spares the person a signature: the ledger decides about the transfer under lock. */
async function refuseStopped(sql: Sql, personId: string): Promise<void> {
  const { status } = await requireUser(sql, personId)
  if (status === 'Frozen') throw new Refusal('account_frozen')
}

export type SignedAuthorisation = { id: string; response: AuthenticationResponseJSON }
type Signature = { personId: string; signed: SignedAuthorisation; payment: Payment; at: Date }

/**
 * Verifies the signature; whether the authorisation may be used is for the ledger to decide. The signature counter and the
 * verified response are stored together: after a crash the same response is accepted again, although the counter has moved.
 */
export async function verifyAuthorisation(
  sql: Sql,
  party: RelyingParty,
  { personId, signed: { id, response }, payment, at }: Signature,
): Promise<Approval> {
  const responseHash = hashResponse(response)
  const verified = await inTransaction(sql, async (tx) => {
    const [row] = await lockAuthorisations(tx, [id])
    if (row?.person_id !== personId) return false
    const authorisation = toAuthorisation(row)
    if (authorisation.responseHash?.equals(responseHash))
      return authorisation.transactionId !== null || (await ownsPasskey(tx, personId, response.id))
    if (!isOpen(authorisation, at) || !isSignedFor(authorisation, payment)) return false
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
  return createHash('sha256').update([id, clientDataJSON, authenticatorData, signature].join('\n')).digest()
}
