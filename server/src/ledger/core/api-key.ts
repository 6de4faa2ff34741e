import type { ApiKeyScope } from '#contract/api-key-scopes.ts'

export type ApiKeyActor = { kind: 'api_key'; personId: string; keyId: string; keyName: string }

/** An API key, as the ledger reads it under the lock of its owner. */
export type LedgerApiKey = {
  personId: string
  scopes: readonly ApiKeyScope[]
  /** What it may send within a day of the bank; null without the scope. */
  dailyMaxCents: bigint | null
  /** What it has submitted on the days of the batch, by the beginning of the day in milliseconds. */
  sentCents: Map<number, bigint>
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
}

/** A transfer that a key submitted. It counts towards the key's daily maximum, whatever is decided about it later. */
export type KeyTransfer = { transactionId: string; keyId: string; amountCents: bigint; at: Date }
