import { type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../platform/db/connection.ts'
import { hmacSha256 } from '../platform/runtime/digests.ts'
import { MAX_WRONG_SECRETS } from './account.ts'

/**
 * A PIN has ten thousand values and a code a hundred thousand, so a plain hash could be reversed by anyone with the table.
 * The key comes from APP_SECRET, which is not in the database. The account id is part of the hash: equal PINs differ.
 */
export const hashPin = (pepper: KeyObject, accountId: string, pin: string): Buffer =>
  hmacSha256(pepper, `pin\n${accountId}\n${pin}`)

export const hashCode = (pepper: KeyObject, accountId: string, code: string): Buffer =>
  hmacSha256(pepper, `code\n${accountId}\n${code}`)

/**
 * False when the account has a PIN already. Of several concurrent calls one succeeds. A first PIN is no change of a
 * credential; one after a reset is, and the reset has left its time.
 */
export async function createPin(tx: Tx, accountId: string, pinHash: Buffer, at: Date | null = null): Promise<boolean> {
  const created = await tx`
    update accounts set pin_hash = ${pinHash}, pin_attempts = 0, pin_set_at = ${at},
      credentials_changed_at = case when credentials_changed_at is null then null
                                    else coalesce(${at}::timestamptz, credentials_changed_at) end
    where id = ${accountId} and pin_hash is null`
  return created.count === 1
}

export type PinRefusal = 'pin_missing' | 'pin_incorrect' | 'pin_locked'

/** Compares and counts as a transfer does, under the lock of the account that the caller holds. Null: it is the PIN. */
export async function checkPin(tx: Tx, accountId: string, pinHash: Buffer): Promise<PinRefusal | null> {
  const [account] = await tx<{ pin_hash: Buffer | null; pin_attempts: number }[]>`
    select pin_hash, pin_attempts from accounts where id = ${accountId}`
  if (!account?.pin_hash) return 'pin_missing'
  if (account.pin_attempts >= MAX_WRONG_SECRETS) return 'pin_locked'
  const isRight = timingSafeEqual(account.pin_hash, pinHash)
  await tx`update accounts set pin_attempts = ${isRight ? 0 : account.pin_attempts + 1} where id = ${accountId}`
  return isRight ? null : 'pin_incorrect'
}

/** Another PIN, which unlocks it too. */
export async function replacePin(tx: Tx, accountId: string, pinHash: Buffer, at: Date): Promise<void> {
  await tx`update accounts set pin_hash = ${pinHash}, pin_attempts = 0, pin_set_at = ${at} where id = ${accountId}`
}

export async function clearPin(tx: Tx, accountId: string): Promise<boolean> {
  const cleared = await tx`
    update accounts set pin_hash = null, pin_attempts = 0, pin_set_at = null where id = ${accountId}`
  return cleared.count === 1
}

/** A PIN that a thief may have set. The owner creates another. */
export async function clearPinSetSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx`
    update accounts set pin_hash = null, pin_attempts = 0, pin_set_at = null
    where id = ${accountId} and pin_set_at >= ${since}`
}

export async function setCode(tx: Tx, accountId: string, codeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const set = await tx`
    update accounts set code_hash = ${codeHash}, code_expires_at = ${expiresAt}, code_attempts = 0 where id = ${accountId}`
  return set.count === 1
}

export async function describeCode(tx: Tx, accountId: string, description: string): Promise<boolean> {
  const described = await tx`update accounts set code_description = ${description} where id = ${accountId}`
  return described.count === 1
}

export async function clearCode(tx: Tx, accountId: string): Promise<boolean> {
  const cleared = await tx`
    update accounts set code_hash = null, code_expires_at = null, code_attempts = 0, code_description = ''
    where id = ${accountId}`
  return cleared.count === 1
}
