import type { User } from '#contract/customers/people.ts'
import type { DocumentKind, Submission, VerificationDocument } from '#contract/identity/verification.ts'
import type { Position } from '#contract/paging.ts'
import { isUsed } from '../../customers/unused-uploads.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

export type State = Submission['state']
export type VerificationRow = {
  id: string
  kind: Submission['kind']
  state: State
  reason: string
  submitted_at: Date
  full_name: string | null
  dob: string | null
}

/** The latest submission of the person, of one kind or of any. */
export async function findLatest(
  sql: Reader,
  personId: string,
  kind?: Submission['kind'],
): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    select id, kind, state, reason, submitted_at, full_name, dob from verifications
    where person_id = ${personId} ${kind ? sql`and kind = ${kind}` : sql``} order by id desc limit 1`
  return row ?? null
}

/** Whether the person took an open request back by making this one. */
export async function hasReplaced(sql: Reader, id: string, personId: string): Promise<boolean> {
  const [before] = await sql<{ replaced: boolean }[]>`
    select decided_by = person_id as replaced from verifications
    where person_id = ${personId} and id < ${id} order by id desc limit 1`
  return before?.replaced ?? false
}

/** Ids order the submissions of a person, also when another server's clock was ahead. */
export const laterThan = (latest: VerificationRow | null, at: Date): Date =>
  latest && latest.submitted_at >= at ? new Date(latest.submitted_at.getTime() + 1) : at

export async function readStatus(sql: Reader, personId: string): Promise<User['status'] | null> {
  const [row] = await sql<{ status: User['status'] }[]>`select status from people where id = ${personId}`
  return row?.status ?? null
}

/** Staff without an account have nothing to be verified for. */
export async function requireCustomer(sql: Reader, personId: string): Promise<void> {
  const [row] = await sql`select 1 from people where id = ${personId} and not staff_only`
  if (!row) throw new Refusal('no_account')
}

type NewVerification = { id: string; personId: string; at: Date }

export async function insertVerification(tx: Tx, { id, personId, at }: NewVerification): Promise<void> {
  await tx`
    insert into verifications (id, person_id, state, submitted_at) values (${id}, ${personId}, 'submitted', ${at})`
}

type NewNameChange = NewVerification & { fullName: string; dob: string }

export async function insertNameChange(tx: Tx, { id, personId, fullName, dob, at }: NewNameChange): Promise<void> {
  await tx`
    insert into verifications (id, person_id, kind, state, full_name, dob, submitted_at)
    values (${id}, ${personId}, 'name_change', 'submitted', ${fullName}, ${dob || null}, ${at})`
}

type UploadReference = { id: string; ownerId: string }

/** Null: the person has no such upload. */
export async function isUploadUsed(tx: Tx, { id, ownerId }: UploadReference): Promise<boolean | null> {
  const [row] = await tx<{ used: boolean }[]>`
    select ${isUsed(tx)} as used from uploads u where u.id = ${id} and u.owner_id = ${ownerId}`
  return row?.used ?? null
}

type TakenUpload = { bytes: Buffer; mediaType: string; fileHash: Buffer }

/** Deletes the upload and returns its content. */
export async function takeUpload(tx: Tx, { id, ownerId }: UploadReference): Promise<TakenUpload | null> {
  const [row] = await tx<TakenUpload[]>`
    delete from uploads where id = ${id} and owner_id = ${ownerId} 
    returning bytes, media_type as "mediaType", file_hash as "fileHash"`
  return row ?? null
}

/** Deletes unused uploads of the person with the same content: no readable copy outlives the encrypted one. */
export async function deleteCopies(tx: Tx, ownerId: string, fileHashes: readonly Buffer[]): Promise<void> {
  await tx`
    delete from uploads u
    where u.owner_id = ${ownerId} and u.file_hash = any(${fileHashes as Buffer[]}::bytea[]) and not ${isUsed(tx)}`
}

type NewDocument = {
  id: string
  verificationId: string
  personId: string
  place: number
  kind: DocumentKind
  mediaType: string
  content: Buffer
  /** The member of staff who submitted it for the person; null: they did themselves. */
  uploadedBy: string | null
  at: Date
}

export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  const { id, verificationId, personId, place, kind, mediaType, content, uploadedBy, at } = document
  await tx`
    insert into verification_documents (id, verification_id, person_id, place, kind, media_type, content, uploaded_by, created_at)
    values (${id}, ${verificationId}, ${personId}, ${place}, ${kind}, ${mediaType}, ${content}, ${uploadedBy}, ${at})`
}

export async function hasDocuments(sql: Reader, verificationId: string): Promise<boolean> {
  const [row] = await sql`select 1 from verification_documents where verification_id = ${verificationId} limit 1`
  return row !== undefined
}

/** How many documents of a submission a member of staff never opened: each look is in the audit log. */
export async function countUnseen(sql: Reader, verificationId: string, personId: string, staffId: string) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from verification_documents d
    where d.verification_id = ${verificationId} and not exists (
      select 1 from audit l
      where l.chain_id = ${personId} and l.actor_id = ${staffId} and l.action = 'verification.document_viewed'
        and l.after ->> 'documentId' = d.id::text)`
  return row?.count ?? 0
}

type DocumentRow = { id: string; verification_id: string; kind: DocumentKind; media_type: string; created_at: Date }

/** By verification, each in the order of submission. Without the content. */
export async function listDocuments(
  sql: Reader,
  verificationIds: string[],
  base: string,
): Promise<Map<string, VerificationDocument[]>> {
  if (verificationIds.length === 0) return new Map()
  const rows = await sql<DocumentRow[]>`
    select id, verification_id, kind, media_type, created_at from verification_documents
    where verification_id = any(${verificationIds}::uuid[]) order by verification_id, place`
  const toDocument = (row: DocumentRow): VerificationDocument => ({
    _id: row.id,
    kind: row.kind,
    format: row.media_type === 'application/pdf' ? 'pdf' : 'image',
    imageUrl: base + row.id,
    createdAt: row.created_at.toISOString(),
  })
  return new Map([...Map.groupBy(rows, (row) => row.verification_id)].map(([id, own]) => [id, own.map(toDocument)]))
}

export type StoredDocument = { id: string; personId: string; kind: DocumentKind; mediaType: string; content: Buffer }

/** `ownerId` null: for staff, who may read any. */
export async function findDocument(sql: Reader, id: string, ownerId: string | null): Promise<StoredDocument | null> {
  const [row] = await sql<StoredDocument[]>`
    select id, person_id as "personId", kind, media_type as "mediaType", content from verification_documents
    where id = ${id} ${ownerId === null ? sql`` : sql`and person_id = ${ownerId}`}`
  return row ?? null
}

export type SubmissionRow = {
  id: string
  kind: Submission['kind']
  asked_name: string | null
  asked_dob: string | null
  person_id: string
  full_name: string
  email: string
  state: State
  reason: string
  submitted_at: Date
  decided_at: Date | null
  decided_by: string | null
  decided_by_name: string | null
}

const submissionColumns = (sql: Reader) => sql`
  v.id, v.kind, v.full_name as asked_name, v.dob as asked_dob, v.person_id, p.full_name, p.email, v.state, v.reason, v.submitted_at, v.decided_at, v.decided_by,
  decider.full_name as decided_by_name`
const submissionJoins = (sql: Reader) => sql`
  join people p on p.id = v.person_id left join people decider on decider.id = v.decided_by`

type Page = { cursor: Position | undefined; limit: number }

/** Undecided submissions, oldest first. The documents of people who are no longer Pending need no decision. */
export const listSubmitted = (sql: Reader, { cursor, limit }: Page) => sql<SubmissionRow[]>`
  select ${submissionColumns(sql)} from verifications v ${submissionJoins(sql)}
  where v.state = 'submitted' and (p.status = 'Pending' or v.kind = 'name_change')
    ${cursor ? sql`and (v.submitted_at, v.id) > (${cursor.at}, ${cursor.id})` : sql``}
  order by v.submitted_at, v.id limit ${limit}`

export const listDecided = (sql: Reader, state: State, { cursor, limit }: Page) => sql<SubmissionRow[]>`
  select ${submissionColumns(sql)} from verifications v ${submissionJoins(sql)}
  where v.state = ${state} and v.state <> 'submitted'
    ${cursor ? sql`and (v.decided_at, v.id) < (${cursor.at}, ${cursor.id})` : sql``}
  order by v.decided_at desc, v.id desc limit ${limit}`

export const listOfPerson = (sql: Reader, personId: string, limit: number) => sql<SubmissionRow[]>`
  select ${submissionColumns(sql)} from verifications v ${submissionJoins(sql)}
  where v.person_id = ${personId} order by v.id desc limit ${limit}`
