import { imageUrlOf } from '#contract/customers/image-url.ts'
import type { Reader, Sql, TimeInSql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockPerson } from './lock-person.ts'

/** So many are looked up at once; the rest with the next run. */
const MAX_UPLOADS = 500

/** As the receipt of a deposit, in the chat, or as profile picture. `u` is the upload. */
export const isUsed = (sql: Reader) => sql`(
  exists (select 1 from transactions t where t.receipt_id = u.id)
  or exists (select 1 from messages m where m.attachment_id = u.id)
  or exists (select 1 from people p where p.id = u.owner_id and p.image = ${imageUrlOf('')} || u.id::text))`

/**
 * Deletes uploads from before this time that nothing refers to: what was chosen and never sent, an abandoned verification, a
 * replaced picture. Returns how many.
 */
export async function deleteUnusedUploads(sql: Sql, before: TimeInSql): Promise<number> {
  const found = await sql<{ id: string; owner_id: string }[]>`
    select u.id, u.owner_id from uploads u where u.created_at <= ${before} and not ${isUsed(sql)} limit ${MAX_UPLOADS}`
  let deleted = 0
  for (const [ownerId, uploads] of Map.groupBy(found, (upload) => upload.owner_id))
    deleted += await inTransaction(sql, (tx) => {
      const ids = uploads.map(({ id }) => id)
      return deleteUnused(tx, ownerId, ids)
    })
  return deleted
}

/**
 * Everything that refers to an upload (deposit, message, picture, verification) holds the lock of its owner's account. So under
 * that lock it is decided again: a reference made since the search is seen, and one that waits finds no upload.
 */
async function deleteUnused(tx: Tx, ownerId: string, ids: string[]): Promise<number> {
  await lockPerson(tx, ownerId)
  const { count } = await tx`delete from uploads u where u.id = any(${ids}::uuid[]) and not ${isUsed(tx)}`
  return count
}
