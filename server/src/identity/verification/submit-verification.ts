import { v7 as newId } from 'uuid'
import type { DocumentKind, Submission, Verification } from '#contract/identity/verification.ts'
import { publishOfficeEvent } from '../../authority/office-events.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStandingForStaff } from '../../authority/own-account.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { encryptDocument } from './encrypt-document.ts'
import { readLatestSubmission, readOwnVerification } from './read-verification.ts'
import * as store from './store.ts'

type NewDocument = { kind: DocumentKind; imageUrl: string }
type Input = { personId: string; documents: readonly NewDocument[]; at: Date }

type SubmitDeps = Pick<Deps, 'sql' | 'keys'>

/** The lock of the account makes deposits wait: an upload can't become a receipt and a document at once. */
export function submitVerification({ sql, keys }: SubmitDeps, input: Input): Promise<Verification> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, input.personId)
    await submit(tx, keys, { ...input, uploadedBy: null })
    return readOwnVerification(tx, input.personId)
  })
}

/** The customer is at the desk. The member of staff who uploads the documents is recorded, and may not approve them alone. */
export function submitForCustomer({ sql, keys }: SubmitDeps, staff: StaffContext, input: Input): Promise<Submission> {
  const { personId, documents } = input
  requireNotOwnAccount(staff, personId)
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, personId, 'people:edit')
    requireStandingForStaff(act)
    await store.requireCustomer(tx, personId)
    await submit(tx, keys, { ...input, uploadedBy: staff.actorId })
    const entry = auditEntry(staff, {
      subjectId: personId,
      action: 'verification.submitted',
      before: {},
      after: { documents: documents.length },
    })
    await record(tx, { auditEntries: [entry] })
    return readLatestSubmission(tx, personId)
  })
}

type Submitted = Input & { uploadedBy: string | null }

async function submit(tx: Tx, keys: SubmitDeps['keys'], { personId, documents, uploadedBy, at }: Submitted) {
  const ownerId = uploadedBy ?? personId
  const verificationId = await findOrInsertSubmission(tx, personId, at)
  const fileHashes: Buffer[] = []
  for (const [place, { kind, imageUrl: uploadId }] of documents.entries()) {
    const { bytes, mediaType, fileHash } = await takeUpload(tx, uploadId, ownerId)
    fileHashes.push(fileHash)
    const id = newId()
    const content = encryptDocument(keys.documents, { id, personId, kind }, bytes)
    await store.insertDocument(tx, { id, verificationId, personId, place, kind, mediaType, content, uploadedBy, at })
  }
  await store.deleteCopies(tx, ownerId, fileHashes)
  await publishOfficeEvent(tx, { kind: 'office.verification', personId, subjectId: verificationId, at })
}

/** A new submission of a Pending person; or the request for another name of a verified one, which has no document yet. */
async function findOrInsertSubmission(tx: Tx, personId: string, at: Date): Promise<string> {
  const latest = await store.findLatest(tx, personId)
  if (latest?.state === 'submitted') {
    if (latest.kind === 'name_change' && !(await store.hasDocuments(tx, latest.id))) return latest.id
    throw new Refusal('verification_submitted')
  }
  if ((await store.readStatus(tx, personId)) !== 'Pending')
    throw new Refusal(latest?.state === 'approved' ? 'verification_approved' : 'not_pending')
  const submittedAt = store.laterThan(latest, at)
  const id = newIdAt(submittedAt)
  await store.insertVerification(tx, { id, personId, at: submittedAt })
  return id
}

/** From now on the file exists as a document only. */
async function takeUpload(tx: Tx, id: string, ownerId: string) {
  if (await store.isUploadUsed(tx, { id, ownerId })) throw new Refusal('document_used')
  const upload = await store.takeUpload(tx, { id, ownerId })
  if (!upload) throw new Refusal('not_found')
  return upload
}
