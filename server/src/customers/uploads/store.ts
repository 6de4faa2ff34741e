import { imageUrlOf } from '#contract/customers/image-url.ts'
import type { Upload } from '#contract/customers/images.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

export type NewUpload = {
  id: string
  ownerId: string
  kind: Upload['kind']
  mediaType: string
  bytes: Buffer
  fileHash: Buffer
}

/** Stores the database's time, by which unused uploads are deleted. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  const { id, ownerId, kind, mediaType, bytes, fileHash } = upload
  await tx`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    values (${id}, ${ownerId}, ${kind}, ${mediaType}, ${bytes}, ${fileHash}, ${tx.now()})`
}

/** Serializes a person's uploads: the quota is checked before each insert. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx`select 1 from people where id = ${ownerId} for no key update`
}

export type Usage = { files: number; bytes: number }

/** octet_length does not read the stored bytes, and the quota bounds the rows. */
export async function readUsage(sql: Reader, ownerId: string): Promise<Usage> {
  const [usage] = await sql<Usage[]>`
    select count(*)::int as files, coalesce(sum(octet_length(bytes)), 0)::int as bytes
    from uploads where owner_id = ${ownerId}`
  return usage ?? { files: 0, bytes: 0 }
}

export type UploadRow = { id: string; kind: Upload['kind']; created_at: Date }
type Page = { cursor: string | undefined; limit: number }

export async function listUploads(sql: Reader, ownerId: string, { cursor, limit }: Page): Promise<UploadRow[]> {
  return sql<UploadRow[]>`
    select id, kind, created_at from uploads
    where owner_id = ${ownerId} ${cursor ? sql`and id < ${cursor}` : sql``}
    order by id desc limit ${limit}`
}

export const toUpload = (row: UploadRow): Upload => ({
  imageUrl: imageUrlOf(row.id),
  kind: row.kind,
  createdAt: row.created_at.toISOString(),
})

export type StoredFile = { ownerId: string; mediaType: string; bytes: Buffer; isPicture: boolean }

/** `readerId` null: an administrator reads any file. A file sent into a person's support thread is readable by that person. */
export async function findFile(sql: Reader, id: string, readerId: string | null): Promise<StoredFile | null> {
  const [row] = await sql<{ owner_id: string; media_type: string; bytes: Buffer; is_picture: boolean }[]>`
    select owner_id, media_type, bytes,
           exists (select 1 from people where id = owner_id and image = ${imageUrlOf(id)}) as is_picture
    from uploads where id = ${id} ${readerId === null ? sql`` : isReader(sql, id, readerId)}`
  if (!row) return null
  return { ownerId: row.owner_id, mediaType: row.media_type, bytes: row.bytes, isPicture: row.is_picture }
}

const isReader = (sql: Reader, id: string, readerId: string) => sql`
  and (owner_id = ${readerId} or exists (select 1 from messages where attachment_id = ${id} and person_id = ${readerId}))`
