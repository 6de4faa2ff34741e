import { imageUrlOf } from '#contract/image-url.ts'
import type { Upload } from '#contract/images.ts'
import type { Reader, Tx } from '../../db/connection.ts'

export type NewUpload = {
  id: string
  ownerId: string
  kind: Upload['kind']
  mediaType: string
  bytes: Buffer
  fileHash: Buffer
  at: Date
}

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  const { id, ownerId, kind, mediaType, bytes, fileHash, at } = upload
  await tx`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    values (${id}, ${ownerId}, ${kind}, ${mediaType}, ${bytes}, ${fileHash}, ${at})`
}

/** One after the other, for this person: what they have is counted, then something is added to it. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx`select 1 from people where id = ${ownerId} for no key update`
}

export type Usage = { files: number; bytes: number }

/** The length of stored bytes is known without reading them, and there are never more rows than the quota allows. */
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

export type StoredFile = { mediaType: string; bytes: Buffer }

/** `whose` null: anybody's, for administrators. What was sent into somebody's thread is theirs to read as well. */
export async function findFile(sql: Reader, id: string, whose: string | null): Promise<StoredFile | null> {
  const [row] = await sql<{ media_type: string; bytes: Buffer }[]>`
    select media_type, bytes from uploads where id = ${id} ${whose === null ? sql`` : isReader(sql, id, whose)}`
  return row ? { mediaType: row.media_type, bytes: row.bytes } : null
}

const isReader = (sql: Reader, id: string, whose: string) => sql`
  and (owner_id = ${whose} or exists (select 1 from messages where attachment_id = ${id} and person_id = ${whose}))`
