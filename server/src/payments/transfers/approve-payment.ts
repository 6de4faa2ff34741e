import type { RelyingParty } from '../../identity/relying-party.ts'
import { type SignedAuthorisation, verifyAuthorisation } from '../../identity/verify-authorisation.ts'
import type { Approval, Payment } from '../../ledger/payment.ts'
import { hashPin } from '../../ledger/secrets.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { withAccountNumber } from '../bank-details.ts'

type PaymentForm = {
  amountCents: bigint
  accountName: string
  accountNumber?: string | undefined
  bankName: string
  iban?: string | undefined
  swiftCode?: string | undefined
  message?: string | undefined
}

/** Numbers are normalised by the contract: how they were typed must not make two payments of one. */
export function toPayment(form: PaymentForm): Payment {
  const { amountCents, accountName: name, accountNumber, bankName, iban, swiftCode, message } = withAccountNumber(form)
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
  return verifyAuthorisation(sql, party, { personId, signed, content: payment, at })
}
