import { listSupportColleagues, updateConversation as updateEndpoint } from '#contract/office/conversations.ts'
import {
  listConversations,
  readCorrespondent,
  readOwnThread,
  readThread,
  sendMessage as sendEndpoint,
} from '#contract/office/support.ts'
import { toPositionCursor } from '#contract/paging.ts'
import { sessionMay } from '../../access/session.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, type Route, route, staffContext } from '../../http/route.ts'
import { toTransaction } from '../../ledger/rows.ts'
import { toMessage } from '../../notifications/message-response.ts'
import { toTransactionAnswer } from '../../payments/transaction-response.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import * as conversations from './conversation-store.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import * as store from './store.ts'
import { updateConversation } from './update-conversation.ts'

const RECENT_TRANSACTIONS = 5

export function supportRoutes({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] {
  type Thread = Pick<Call<typeof readOwnThread>, 'query' | 'at' | 'request' | 'reply' | 'session'>

  /** The page is queried newest first and returned oldest first. */
  async function showThread(call: Thread, personId: string, reader: store.Side) {
    const { before, limit } = call.query
    // Staff who may not reply, and staff who look at their own thread, leave the messages unread for those who answer.
    const { personId: readerId } = call.session
    const marks = reader === 'person' || (personId !== readerId && sessionMay(call.session, 'support:reply'))
    const found = await readMessages(sql, { personId, reader, marks, before, limit: limit + 1, at: call.at })
    return pageOf(call, found, limit, ({ id }) => ({ before: id }))
      .map((row) => toMessage(row, reader))
      .reverse()
  }

  return [
    route(listConversations, async (call) => {
      const { limit, state } = call.query
      const readerId = call.session.personId
      const found = await conversations.listConversations(sql, { ...call.query, readerId, limit: limit + 1 })
      const page = pageOf(call, found, limit, (last) => ({
        cursor: toPositionCursor(conversations.positionOf(last, state)),
      }))
      const personIds = page.map(({ person_id }) => person_id)
      await accessLog.recordAll({ session: call.session, personIds, what: 'list.viewed' })
      return page.map(conversations.toConversation)
    }),
    route(readThread, async (call) => {
      const { userId } = call.query
      if (!(await store.personExists(sql, userId))) throw new Refusal('not_found')
      await accessLog.record({ session: call.session, personId: userId, what: 'messages.viewed' })
      return showThread(call, userId, 'office')
    }),
    route(readOwnThread, (call) => showThread(call, call.session.personId, 'person')),
    route(readCorrespondent, async ({ query, session }) => {
      const [user, recent, conversation] = await Promise.all([
        requireStaffUser(sql, query.userId),
        store.recentTransactions(sql, query.userId, RECENT_TRANSACTIONS),
        conversations.findConversation(sql, query.userId),
        accessLog.record({ session, personId: query.userId, what: 'details.viewed' }),
      ])
      return {
        user,
        recent: recent.map((row) => toTransactionAnswer(toTransaction(row))),
        conversation: conversation && conversations.toConversation(conversation),
      }
    }),
    route(sendEndpoint, ({ body, session, requestId, at }) => {
      const { _id: id, receiver, message: text, attachment: attachmentId, transactionId } = body
      return sendMessage(sql, { id, receiver, text, attachmentId, transactionId, session, requestId, at })
    }),
    route(updateEndpoint, async (call) => {
      const { userId } = call.params
      const updated = await updateConversation(sql, staffContext(call), userId, call.body)
      // An update of nothing is not in the audit log, and shows the conversation too.
      await accessLog.record({ session: call.session, personId: userId, what: 'list.viewed' })
      return conversations.toConversation(updated)
    }),
    route(listSupportColleagues, async () =>
      (await conversations.listReplyingStaff(sql)).map(({ id, full_name, role }) => ({
        _id: id,
        fullName: full_name,
        role,
      })),
    ),
  ]
}
