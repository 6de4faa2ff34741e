import type { FastifyReply } from 'fastify'
import {
  decideVerification as decide,
  listVerifications as list,
  readPersonVerification as ofPerson,
  readVerification as own,
  readOwnDocument as ownDocument,
  readDocument as staffDocument,
  submitVerification as submit,
  submitCustomerDocuments as submitAtDesk,
} from '#contract/identity/verification.ts'
import { toPositionCursor } from '#contract/paging.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { decideVerification } from './decide-verification.ts'
import { type DocumentFile, readDocument, readOwnDocument } from './read-document.ts'
import { listSubmissions, readOwnVerification, readPersonVerification } from './read-verification.ts'
import { submitForCustomer, submitVerification } from './submit-verification.ts'

/** Nothing in the file can run or load, even when it is opened as a page. */
const INERT = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** A document is in memory twice, plain and encrypted: ten megabytes each. */
const MAX_IN_MEMORY = 4
const MAX_QUEUED = 100

export function verificationRoutes(
  { sql, keys, config, accessLog }: Pick<Deps, 'sql' | 'keys' | 'config' | 'accessLog'>,
  sessions: Sessions,
): Route[] {
  const deps = { sql, keys }
  const runLimited = limitConcurrency(MAX_IN_MEMORY, MAX_QUEUED)
  return [
    route(submit, ({ session, body, at }) =>
      runLimited(() => submitVerification(deps, { personId: session.personId, documents: body.documents, at })),
    ),
    route(submitAtDesk, (call) =>
      runLimited(async () => {
        const personId = call.params.id
        const input = { personId, documents: call.body.documents, at: call.at }
        const submitted = await submitForCustomer(deps, staffContext(call), input)
        await accessLog.record({ session: call.session, personId, what: 'details.viewed' })
        return submitted
      }),
    ),
    route(own, ({ session }) => readOwnVerification(sql, session.personId)),
    route(ownDocument, ({ session, params, reply }) =>
      runLimited(async () => send(reply, await readOwnDocument(deps, session.personId, params.id))),
    ),
    route(list, async (call) => {
      const { session, query } = call
      const page = pageOf(call, await listSubmissions(sql, query), query.limit, ({ _id, submittedAt, decidedAt }) => ({
        cursor: toPositionCursor({ at: new Date(decidedAt ?? submittedAt), id: _id }),
      }))
      await accessLog.recordAll({ session, personIds: page.map(({ user }) => user._id), what: 'list.viewed' })
      return page
    }),
    route(ofPerson, async ({ params, session }) => {
      const found = await readPersonVerification(sql, params.id)
      await accessLog.record({ session, personId: params.id, what: 'details.viewed' })
      return found
    }),
    route(staffDocument, (call) =>
      runLimited(async () => {
        const file = await readDocument(deps, staffContext(call), call.params.id)
        await accessLog.record({ session: call.session, personId: file.personId, what: 'documents.viewed' })
        return send(call.reply, file)
      }),
    ),
    route(decide, async (call) => {
      const decided = await decideVerification({ sql, config }, staffContext(call), call.body)
      // The person's status has changed: this server reads it again at once, the others within a second.
      sessions.forgetPerson(call.body.userId)
      return decided
    }),
  ]
}

function send(reply: FastifyReply, { mediaType, bytes }: DocumentFile): Buffer {
  reply.headers({
    'content-type': mediaType,
    'content-disposition': `inline; filename="document.${mediaType.split('/')[1]}"`,
    'content-security-policy': INERT,
    'cache-control': 'private, no-store',
  })
  return bytes
}
