import type { z } from 'zod'
import type {
  listVerifications as endpoint,
  PersonVerification,
  Submission,
  Verification,
} from '#contract/identity/verification.ts'
import { requireUser } from '../../customers/person.ts'
import type { Reader } from '../../platform/db/connection.ts'
import * as store from './store.ts'

const OWN_DOCUMENTS = '/api/verification/documents/'
const STAFF_DOCUMENTS = '/api/admin/verifications/documents/'

/** How many submissions of one person are shown. */
const SHOWN = 20

export async function readOwnVerification(sql: Reader, personId: string): Promise<Verification> {
  const identity = await store.findLatest(sql, personId, 'identity')
  const request = await store.findLatest(sql, personId, 'name_change')
  const ids = [identity, request].flatMap((row) => (row ? [row.id] : []))
  const documents = await store.listDocuments(sql, ids, OWN_DOCUMENTS)
  const contentOf = ({ id, state, reason }: store.VerificationRow) => ({
    state,
    reason,
    documents: documents.get(id) ?? [],
  })
  return {
    ...(identity ? contentOf(identity) : { state: 'none', reason: '', documents: [] }),
    nameChange: request && { fullName: request.full_name ?? '', dob: request.dob ?? '', ...contentOf(request) },
  }
}

type VerificationQuery = z.output<typeof endpoint.query>

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function listSubmissions(sql: Reader, { state, limit, cursor }: VerificationQuery): Promise<Submission[]> {
  const page = { cursor, limit: limit + 1 }
  const rows = await (state === 'submitted' ? store.listSubmitted(sql, page) : store.listDecided(sql, state, page))
  return withDocuments(sql, rows)
}

export async function readPersonVerification(sql: Reader, personId: string): Promise<PersonVerification> {
  const user = await requireUser(sql, personId)
  return { user, submissions: await withDocuments(sql, await store.listOfPerson(sql, personId, SHOWN)) }
}

export async function readLatestSubmission(sql: Reader, personId: string): Promise<Submission> {
  const [latest] = await withDocuments(sql, await store.listOfPerson(sql, personId, 1))
  if (!latest) throw new Error(`Person ${personId} has submitted nothing`)
  return latest
}

async function withDocuments(sql: Reader, rows: readonly store.SubmissionRow[]): Promise<Submission[]> {
  const ids = rows.map(({ id }) => id)
  const documents = await store.listDocuments(sql, ids, STAFF_DOCUMENTS)
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    user: { _id: row.person_id, fullName: row.full_name, email: row.email },
    state: row.state,
    reason: row.reason,
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by ? { _id: row.decided_by, fullName: row.decided_by_name ?? '' } : null,
    documents: documents.get(row.id) ?? [],
    nameChange: row.asked_name === null ? null : { fullName: row.asked_name, dob: row.asked_dob ?? '' },
  }))
}
