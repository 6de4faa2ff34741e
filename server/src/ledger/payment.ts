import type { Schedule } from '#contract/payments/scheduled-payment-calendar.ts'

/** The receiver or the sender of the money. `id` is their account's, when it is in this bank. */
export type Counterparty = {
  name: string
  accountNumber: string
  bankName: string
  iban: string
  swiftCode: string
  id: string | null
}

/** What a passkey signs: who is paid, how much, what the payee reads, and for a scheduled payment also when. */
export type Payment = {
  amountCents: bigint
  counterparty: Omit<Counterparty, 'id'>
  /** Absent or empty: none. */
  message?: string | undefined
  schedule?: Schedule | undefined
}

/** An API key that can pay: what a passkey signs of it. */
export type SignedKey = {
  name: string
  scopes: readonly string[]
  dailyMaxCents: bigint | null
  expiresAt: Date | null
}

export type SignedContent = Payment | SignedKey

/** A payment or an API key to be approved by passkey, or one that was. */
export type TransferAuthorisation = {
  id: string
  personId: string
  nonce: Buffer
  challenge: Buffer
  expiresAt: Date
  /** Of the response whose signature was verified. */
  responseHash: Buffer | null
  /** What used it. */
  transactionId: string | null
  scheduledPaymentId: string | null
  apiKeyId: string | null
}

/** What an authorisation of a payment approved: it is used once. */
export type AuthorisationUse =
  | { transactionId: string; scheduledPaymentId: null }
  | { transactionId: null; scheduledPaymentId: string }

export type PasskeyApproval = {
  kind: 'passkey'
  authorisationId: string
  responseHash: Buffer
  /** The signature was verified, for this authorisation and this response. */
  verified: boolean
}

/** What approves a transfer: the PIN, a passkey's signature over the payment, or the scope of the API key that submits it. */
export type Approval = { kind: 'pin'; pinHash: Buffer } | { kind: 'api_key' } | PasskeyApproval
