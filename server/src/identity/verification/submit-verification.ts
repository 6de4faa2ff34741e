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
    const submittedAt = laterThan(await findLatestIfDue(tx, personId), at)
    const verificationId = newIdAt(submittedAt)
    await store.insertVerification(tx, { id: verificationId, personId, at: submittedAt })
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

/** Ids order the submissions of a person, also when another server's clock was ahead. */
const laterThan = (latest: store.VerificationRow | null, at: Date): Date =>
  latest && latest.submitted_at >= at ? new Date(latest.submitted_at.getTime() + 1) : at

async function findLatestIfDue(tx: Tx, personId: string): Promise<store.VerificationRow | null> {
  const latest = await store.findLatest(tx, personId)
  if (latest?.state === 'submitted') throw new Refusal('verification_submitted')
  if ((await store.readStatus(tx, personId)) === 'Pending') return latest
  throw new Refusal(latest?.state === 'approved' ? 'verification_approved' : 'not_pending')
}

/** From now on the file exists as a document only. */
async function takeUpload(tx: Tx, id: string, ownerId: string) {
  if (await store.isUploadUsed(tx, { id, ownerId })) throw new Refusal('document_used')
  const upload = await store.takeUpload(tx, { id, ownerId })
  if (!upload) throw new Refusal('not_found')
  return upload
}
