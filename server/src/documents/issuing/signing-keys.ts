import type { KeyObject } from 'node:crypto'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { createSigningKey, decryptSigningKey, type StoredKeyPair } from '../../platform/crypto/signing-key.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

export type SigningKey = { id: string; key: KeyObject }
export type PublishedKey = { id: string; publicKey: Buffer; from: Date; until: Date | null }
type SigningKeys = Pick<Keys, 'signing'>

/** Decrypting takes longer than signing. */
const decrypted = new WeakMap<RotatingKey & object, Map<string, KeyObject>>()

/** Read for each document, so that a rotation takes effect at once on every server. Null: the bank has no key yet. */
export async function readSigningKey(sql: Reader, { signing }: SigningKeys): Promise<SigningKey | null> {
  const [row] = await sql<{ id: string; private_key: Buffer }[]>`
    select id, private_key from signing_keys order by number desc limit 1`
  if (!row) return null
  const known = decrypted.get(signing) ?? new Map<string, KeyObject>()
  decrypted.set(signing, known)
  const key = known.get(row.id) ?? decryptSigningKey(signing, { id: row.id, privateKey: row.private_key })
  if (!key) throw new StartError('APP_SECRET is not the one that this bank’s signing key was encrypted with.')
  known.set(row.id, key)
  return { id: row.id, key }
}

/** All keys, the present one first. Documents of earlier keys stay verifiable. */
export async function readPublishedKeys(sql: Reader): Promise<PublishedKey[]> {
  const rows = await sql<{ id: string; public_key: Buffer; created_at: Date; until: Date | null }[]>`
    select id, public_key, created_at, lead(created_at) over (order by number) as until
    from signing_keys order by number desc`
  return rows.map((row) => ({ id: row.id, publicKey: row.public_key, from: row.created_at, until: row.until }))
}

/**
 * The first start makes the first key. `owner` is asked for only then: the application's role can't insert keys. Servers
 * that start at once agree on one.
 */
export async function ensureSigningKey(
  sql: Sql,
  keys: SigningKeys,
  at: Date,
  withOwner: (work: (owner: Sql) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (await readSigningKey(sql, keys)) return
  await withOwner((owner) => inTransaction(owner, (tx) => insertKey(tx, 1, createSigningKey(keys.signing), at)))
  await readSigningKey(sql, keys)
}

/** Makes the next key and erases the private keys of the earlier ones. Returns the id of the new key. */
export function rotateSigningKey(owner: Sql, keys: SigningKeys, at: Date): Promise<string> {
  return inTransaction(owner, async (tx) => {
    // Two rotations at once make two keys, one after the other.
    await tx`lock table signing_keys in share row exclusive mode`
    const [last] = await tx<{ number: number }[]>`select coalesce(max(number), 0) as number from signing_keys`
    const pair = createSigningKey(keys.signing)
    await insertKey(tx, (last?.number ?? 0) + 1, pair, at)
    await tx`update signing_keys set private_key = null where id <> ${pair.id}`
    return pair.id
  })
}

async function insertKey(tx: Tx, number: number, pair: StoredKeyPair, at: Date): Promise<void> {
  await tx`
    insert into signing_keys (id, number, public_key, private_key, created_at)
    values (${pair.id}, ${number}, ${pair.publicKey}, ${pair.privateKey}, ${at}) on conflict (number) do nothing`
}
