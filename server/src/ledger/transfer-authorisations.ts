import { randomBytes } from 'node:crypto'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Reader, TimeInSql, Tx } from '../platform/db/connection.ts'
import { sha256 } from '../platform/runtime/digests.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { PasskeyApproval, Payment, SignedContent, SignedKey, TransferAuthorisation } from './payment.ts'

const LIFETIME_MS = 5 * 60_000

/** The length before each part keeps the fields apart. invariants.ts builds the same text in SQL. */
function challengeOf(nonce: Buffer, content: SignedContent): Buffer {
  const parts = 'scopes' in content ? keyParts(nonce, content) : paymentParts(nonce, content)
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part},`).join('')
  return sha256(text)
}

function paymentParts(nonce: Buffer, { amountCents, counterparty, message, schedule }: Payment): string[] {
  const { accountNumber, name, bankName, iban, swiftCode } = counterparty
  const paid = [nonce.toString('hex'), accountNumber, name, bankName, iban, swiftCode, String(amountCents)]
  // What was signed as one payment never approves many, nor the other way round.
  const parts = schedule
    ? ['order', ...paid, schedule.startOn, schedule.every, schedule.until ?? '']
    : ['transfer', ...paid]
  // Only where there is one: what was signed without it verifies as before.
  if (message) parts.push(message)
  return parts
}

const keyParts = (nonce: Buffer, { name, scopes, dailyMaxCents, expiresAt }: SignedKey): string[] => [
  'api_key',
  nonce.toString('hex'),
  name,
  scopes.join(' '),
  String(dailyMaxCents),
  expiresAt?.toISOString() ?? '',
]

export const isSignedFor = ({ nonce, challenge }: TransferAuthorisation, content: SignedContent): boolean =>
  challengeOf(nonce, content).equals(challenge)

export const isUsed = ({ transactionId, scheduledPaymentId, apiKeyId }: TransferAuthorisation): boolean =>
  transactionId !== null || scheduledPaymentId !== null || apiKeyId !== null

export const isOpen = (authorisation: TransferAuthorisation, at: Date): boolean =>
  !isUsed(authorisation) && authorisation.expiresAt > at

type AuthorisationUseAttempt = {
  personId: string
  content: SignedContent
  /** The signature was verified, for this authorisation and this response. */
  verified: boolean
  at: Date
  /** What used it is sent again. */
  again?: boolean
}

/** Another person's authorisation is refused like one that does not exist. */
export function authorisationRefusal(
  authorisation: TransferAuthorisation | undefined,
  { personId, content, verified, at, again = false }: AuthorisationUseAttempt,
): RefusalCode | null {
  if (authorisation?.personId !== personId) return 'challenge_expired'
  if (!isSignedFor(authorisation, content)) return 'authorisation_mismatch'
  if (!isOpen(authorisation, at) && !(again && verified)) return 'challenge_expired'
  return verified ? null : 'passkey_incorrect'
}

export async function openAuthorisation(
  sql: Reader,
  personId: string,
  content: SignedContent,
  at: Date,
): Promise<{ id: string; challenge: Buffer }> {
  const id = newIdAt(at)
  const nonce = randomBytes(32)
  const challenge = challengeOf(nonce, content)
  await sql`
    insert into transfer_authorisations (id, person_id, nonce, challenge, created_at, expires_at)
    values (${id}, ${personId}, ${nonce}, ${challenge}, ${at}, ${new Date(at.getTime() + LIFETIME_MS)})`
  return { id, challenge }
}

type AuthorisationRow = {
  id: string
  person_id: string
  nonce: Buffer
  challenge: Buffer
  expires_at: Date
  response_hash: Buffer | null
  transaction_id: string | null
  order_id: string | null
  api_key_id: string | null
}

/**
 * Locked in id order, after the accounts. Not an async function: a statement is sent when it is awaited, and an async
 * function would await it before the caller awaits the lock of the accounts.
 */
export const lockAuthorisations = (tx: Tx, ids: readonly string[]) => tx<AuthorisationRow[]>`
  select id, person_id, nonce, challenge, expires_at, response_hash, transaction_id, order_id, api_key_id
  from transfer_authorisations where id = any(${ids as string[]}::uuid[]) order by id for update`

export const toAuthorisation = (row: AuthorisationRow): TransferAuthorisation => ({
  id: row.id,
  personId: row.person_id,
  nonce: row.nonce,
  challenge: row.challenge,
  expiresAt: row.expires_at,
  responseHash: row.response_hash,
  transactionId: row.transaction_id,
  scheduledPaymentId: row.order_id,
  apiKeyId: row.api_key_id,
})

export async function storeVerifiedResponse(tx: Tx, id: string, responseHash: Buffer): Promise<void> {
  await tx`update transfer_authorisations set response_hash = ${responseHash} where id = ${id}`
}

/** The row is locked and unused, and the key was stored in the same transaction. */
export async function useForApiKey(
  tx: Tx,
  { authorisationId, responseHash }: Pick<PasskeyApproval, 'authorisationId' | 'responseHash'>,
  apiKeyId: string,
  at: Date,
): Promise<void> {
  await tx`
    update transfer_authorisations set used_at = ${at}, api_key_id = ${apiKeyId}, response_hash = ${responseHash}
    where id = ${authorisationId}`
}

/** Used ones stay: they prove what was approved, and a retry needs them. */
export async function deleteExpiredAuthorisations(sql: Reader, before: TimeInSql): Promise<number> {
  const { count } = await sql`delete from transfer_authorisations where expires_at < ${before} and used_at is null`
  return count
}
