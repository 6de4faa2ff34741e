import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import type { SpooledDocument } from './spool.ts'

export type DocumentRow = {
  number: string
  kind: string
  issued_at: Date
  period: string | null
  size_bytes: bigint
  sha256: Buffer
  key_id: string
  signature: Buffer
}

/** Identifies a final document; equal for all requests that must get the same bytes. */
export type DocumentIdentity = {
  accountId: string
  kind: string
  subject: string
  format: string
  staffCopy: boolean
}

export type NewDocument = DocumentIdentity & {
  number: string
  ownerId: string
  period: string | null
  final: boolean
  issuedBy: string
  issuedAt: Date
  sizeBytes: number
  sha256: Buffer
  keyId: string
  signature: Buffer
}

const columns = (sql: Reader) =>
  sql.unsafe('number, kind, issued_at, period, size_bytes, sha256, key_id, signature') as never

const sameIdentity = (sql: Reader, { accountId, kind, subject, format, staffCopy }: DocumentIdentity) =>
  sql`account_id = ${accountId} and kind = ${kind} and subject = ${subject} and format = ${format}
    and staff_copy = ${staffCopy}`

export async function findFinal(sql: Reader, identity: DocumentIdentity): Promise<DocumentRow | undefined> {
  const [row] = await sql<DocumentRow[]>`
    select ${columns(sql)} from documents where ${sameIdentity(sql, identity)} and final`
  return row
}

/** A file without a number in it can be issued again with equal bytes. */
export async function findEqual(
  sql: Reader,
  identity: DocumentIdentity,
  sha256: Buffer,
): Promise<DocumentRow | undefined> {
  const [row] = await sql<DocumentRow[]>`
    select ${columns(sql)} from documents
    where sha256 = ${sha256} and ${sameIdentity(sql, identity)} order by issued_at limit 1`
  return row
}

/** Undefined when another request has issued the same final document first. */
export async function insertDocument(tx: Tx, made: NewDocument): Promise<DocumentRow | undefined> {
  const [row] = await tx<DocumentRow[]>`
    insert into documents (number, kind, owner_id, account_id, subject, period, format, final, staff_copy, issued_by,
      issued_at, size_bytes, sha256, key_id, signature)
    values (${made.number}, ${made.kind}, ${made.ownerId}, ${made.accountId}, ${made.subject}, ${made.period},
      ${made.format}, ${made.final}, ${made.staffCopy}, ${made.issuedBy}, ${made.issuedAt}, ${made.sizeBytes},
      ${made.sha256}, ${made.keyId}, ${made.signature})
    on conflict (account_id, kind, subject, format, staff_copy) where final do nothing
    returning ${columns(tx)}`
  return row
}

/** Moves the bytes from the spool within the database. */
export async function keepParts(tx: Tx, { number, spooledParts, lastPart }: SpooledDocument): Promise<void> {
  if (spooledParts > 0)
    await tx`
      insert into document_parts (number, part, bytes)
      select number, part, bytes from document_spool where number = ${number}`
  await tx`insert into document_parts (number, part, bytes) values (${number}, ${spooledParts}, ${lastPart})`
  if (spooledParts > 0) await tx`delete from document_spool where number = ${number}`
}

export async function* readParts(sql: Sql, { number, size_bytes }: DocumentRow): AsyncGenerator<Buffer> {
  for (let [part, left] = [0, Number(size_bytes)]; left > 0; part++) {
    const [row] = await sql<{ bytes: Buffer }[]>`
      select bytes from document_parts where number = ${number} and part = ${part}`
    if (!row) throw new Error(`Part ${part} of document ${number} is missing.`)
    left -= row.bytes.length
    yield row.bytes
  }
}

/** When the oldest of the last `max` documents was issued that are not final; null when there are fewer. */
export async function oldestOfLast(sql: Reader, issuerId: string, max: number): Promise<Date | null> {
  const [row] = await sql<{ issued_at: Date }[]>`
    select issued_at from documents where issued_by = ${issuerId} and not final
    order by issued_at desc offset ${max - 1} limit 1`
  return row?.issued_at ?? null
}

/** The first one, where several have equal bytes. */
export async function findDocument(
  sql: Reader,
  by: { sha256: string } | { number: string },
): Promise<DocumentRow | undefined> {
  const wanted = 'number' in by ? sql`number = ${by.number}` : sql`sha256 = ${Buffer.from(by.sha256, 'hex')}`
  const [row] = await sql<DocumentRow[]>`
    select ${columns(sql)} from documents where ${wanted} order by issued_at, number limit 1`
  return row
}
