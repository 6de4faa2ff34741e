import { v7 as newId } from 'uuid'
import type { DocumentKind, Verification } from '#contract/identity/verification.ts'
import { publishOfficeEvent } from '../../authority/office-events.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { encryptDocument } from './encrypt-document.ts'
import { readOwnVerification } from './read-verification.ts'
import * as store from './store.ts'

type NewDocument = { kind: DocumentKind; imageUrl: string }
type Input = { personId: string; documents: readonly NewDocument[]; at: Date }

/** The lock of the account makes deposits wait: an upload can't become a receipt and a document at once. */
export function submitVerification(
  { sql, keys }: Pick<Deps, 'sql' | 'keys'>,
  { personId, documents, at }: Input,
): Promise<Verification> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const verificationId = await findOrInsertSubmission(tx, personId, at)
    const fileHashes: Buffer[] = []
    for (const [place, { kind, imageUrl: uploadId }] of documents.entries()) {
      const { bytes, mediaType, fileHash } = await takeUpload(tx, uploadId, personId)
      fileHashes.push(fileHash)
      const id = newId()
      const content = encryptDocument(keys.documents, { id, personId, kind }, bytes)
      await store.insertDocument(tx, { id, verificationId, personId, place, kind, mediaType, content, at })
    }
    await store.deleteCopies(tx, personId, fileHashes)
    const submitted = await readOwnVerification(tx, personId)
    await publishOfficeEvent(tx, { kind: 'office.verification', personId, subjectId: verificationId, at })
    return submitted
  })
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
