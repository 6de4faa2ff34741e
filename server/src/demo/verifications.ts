import type { DocumentKind } from '#contract/identity/verification.ts'
import { encryptDocument } from '../identity/verification/encrypt-document.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { column } from '../platform/db/arrays.ts'
import type { Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { DemoPerson } from './people.ts'
import { specimenBill, specimenIdentity } from './specimen-pdf.ts'

const APPLICANTS = 3
const HOUR_MS = 3_600_000

/** Some new customers have sent documents: the verification queue is not empty. */
export async function insertVerifications(
  tx: Tx,
  keys: Pick<Keys, 'documents'>,
  people: readonly (DemoPerson & { id: string })[],
  at: Date,
): Promise<void> {
  const applicants = people.filter(({ status, password }) => status === 'Pending' && password === null)
  const submissions = applicants.slice(0, APPLICANTS).map((person, index) => {
    const submittedAt = new Date(Math.max(person.createdAt.getTime(), at.getTime() - (3 * index + 2) * HOUR_MS))
    return { id: newIdAt(submittedAt), person, submittedAt }
  })
  const documents = submissions.flatMap(({ id: verificationId, person, submittedAt }) => {
    const files: [DocumentKind, Buffer][] = [
      ['identity', specimenIdentity(person)],
      ['address', specimenBill(person, submittedAt.toISOString().slice(0, 10))],
    ]
    return files.map(([kind, bytes], place) => {
      const identity = { id: newIdAt(submittedAt), personId: person.id, kind }
      const content = encryptDocument(keys.documents, identity, bytes)
      return { ...identity, verificationId, place, content, submittedAt }
    })
  })
  await tx`
    insert into verifications (id, person_id, state, submitted_at)
    select id, person_id, 'submitted', submitted_at from unnest(
      ${column(submissions, ({ id }) => id)}::uuid[], ${column(submissions, ({ person }) => person.id)}::uuid[],
      ${column(submissions, ({ submittedAt }) => submittedAt)}::timestamptz[]) as v (id, person_id, submitted_at)`
  await tx`
    insert into verification_documents (id, verification_id, person_id, place, kind, media_type, content, created_at)
    select id, verification_id, person_id, place, kind, 'application/pdf', content, created_at from unnest(
      ${column(documents, ({ id }) => id)}::uuid[], ${column(documents, ({ verificationId }) => verificationId)}::uuid[],
      ${column(documents, ({ personId }) => personId)}::uuid[], ${column(documents, ({ place }) => place)}::int[],
      ${column(documents, ({ kind }) => kind)}::text[], ${column(documents, ({ content }) => content)}::bytea[],
      ${column(documents, ({ submittedAt }) => submittedAt)}::timestamptz[])
      as d (id, verification_id, person_id, place, kind, content, created_at)`
}
