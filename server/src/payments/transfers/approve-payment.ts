import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { IBAN_TEXT } from '#contract/texts.ts'
import { listPasskeys, verifyPasskey } from '../../identity/passkeys.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import type { Approval, Payment } from '../../ledger/payment.ts'
import { hashPin } from '../../ledger/secrets.ts'
import {
  isOpen,
  isSignedFor,
  isUsed,
  lockAuthorisations,
  storeVerifiedResponse,
  toAuthorisation,
} from '../../ledger/transfer-authorisations.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { readIban } from '../bank-details.ts'

type PaymentForm = {
  amountCents: bigint
  accountName: string
  accountNumber: string
  bankName: string
  iban?: string | undefined
  swiftCode?: string | undefined
  message?: string | undefined
}

/** The IBAN without spaces: how it was typed must not make two payments of one. */
export function toPayment(form: PaymentForm): Payment {
  const iban = readIban(form.iban ?? '')
  if (iban === null) throw invalidField('iban', IBAN_TEXT)
  const { amountCents, accountName: name, accountNumber, bankName, swiftCode = '', message } = form
  return { amountCents, counterparty: { name, accountNumber, bankName, iban, swiftCode }, message }
}

export type ApprovalDeps = { sql: Sql; keys: Pick<Keys, 'pin'>; party: RelyingParty }
type Credentials = { pin?: string | undefined; authorisation?: unknown }

/** The contract lets exactly one of PIN and authorisation through, and neither from an API key. */
export async function toApproval(
  { sql, keys, party }: ApprovalDeps,
  { pin = '', authorisation }: Credentials,
  payment: Payment,
  { actor, at }: Pick<CommandContext, 'actor' | 'at'>,
): Promise<Approval> {
  if (actor.kind === 'api_key') return { kind: 'api_key' }
  const { personId } = actor
  if (!authorisation) return { kind: 'pin', pinHash: hashPin(keys.pin, personId, pin) }
  const signed = authorisation as SignedAuthorisation
  return verifyAuthorisation(sql, party, { personId, signed, payment, at })
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
      return isUsed(authorisation) || (await ownsPasskey(tx, personId, response.id))
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
  return sha256([id, clientDataJSON, authenticatorData, signature].join('\n'))
}
