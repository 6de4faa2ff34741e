import { v7 as newId } from 'uuid'
import { imageUrlOf } from '#contract/customers/image-url.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { makeSafe } from './make-safe.ts'
import * as store from './store.ts'

/** The quota of a person: a receipt a week for twenty years. */
const MAX_FILES = 1_000
const MAX_BYTES = 200 * 1024 * 1024

type NewFile = { ownerId: string; file: Buffer }

export async function storeUpload(sql: Sql, { ownerId, file }: NewFile): Promise<{ imageUrl: string }> {
  await requireQuota(sql, ownerId, 0)
  const safe = await makeSafe(file)
  const fileHash = sha256(file)
  const id = newId()
  await inTransaction(sql, async (tx) => {
    await store.lockOwner(tx, ownerId)
    await requireQuota(tx, ownerId, safe.bytes.length)
    await store.insertUpload(tx, { id, ownerId, ...safe, fileHash })
  })
  return { imageUrl: imageUrlOf(id) }
}

async function requireQuota(sql: Reader, ownerId: string, moreBytes: number): Promise<void> {
  const { files, bytes } = await store.readUsage(sql, ownerId)
  if (files >= MAX_FILES || bytes + moreBytes > MAX_BYTES) throw new Refusal('upload_quota')
}
