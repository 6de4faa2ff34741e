import { toPositionCursor } from '#contract/paging.ts'
import {
  listConversations,
  readCorrespondent,
  readOwnThread,
  readThread,
  sendMessage as sendEndpoint,
} from '#contract/support.ts'
import { toMessage } from '../../events/message-response.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { toTransactionAnswer } from '../../http/transaction-response.ts'
import { toTransaction } from '../../ledger/rows.ts'
import { requireStaffUser } from '../../people/person.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { sessionMay } from '../../sessions/session.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import * as store from './store.ts'

const RECENT_TRANSACTIONS = 5

export function supportRoutes({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] {
  type Thread = Pick<Call<typeof readOwnThread>, 'query' | 'at' | 'request' | 'reply' | 'session'>

  /** The page is queried newest first and returned oldest first. */
  async function showThread(call: Thread, personId: string, reader: store.Side) {
    const { before, limit } = call.query
    // Staff who may not reply leave the messages unread for those who do.
    const marks = reader === 'person' || sessionMay(call.session, 'support:reply')
    const found = await readMessages(sql, { personId, reader, before, limit: limit + 1, at: call.at, marks })
    return pageOf(call, found, limit, ({ id }) => ({ before: id }))
      .map((row) => toMessage(row, reader))
      .reverse()
  }

  return [
    route(listConversations, async (call) => {
      const { search, limit, cursor } = call.query
      const found = await store.listConversations(sql, { search, cursor, limit: limit + 1 })
      return pageOf(call, found, limit, ({ last_message_at: at, person_id: id }) => ({
        cursor: toPositionCursor({ at, id }),
      })).map(store.toConversation)
    }),
    route(readThread, async (call) => {
      const { userId } = call.query
      if (!(await store.personExists(sql, userId))) throw new Refusal('not_found')
      await accessLog.record({ session: call.session, personId: userId, what: 'messages.viewed' })
      return showThread(call, userId, 'office')
    }),
    route(readOwnThread, (call) => showThread(call, call.session.personId, 'person')),
    route(readCorrespondent, async ({ query, session }) => {
      const [user, recent] = await Promise.all([
        requireStaffUser(sql, query.userId),
        store.recentTransactions(sql, query.userId, RECENT_TRANSACTIONS),
        accessLog.record({ session, personId: query.userId, what: 'details.viewed' }),
      ])
      return { user, recent: recent.map((row) => toTransactionAnswer(toTransaction(row))) }
    }),
    route(sendEndpoint, ({ body, session, at }) => {
      const { _id: id, receiver, message: text, attachment: attachmentId, transactionId } = body
      return sendMessage(sql, { id, receiver, text, attachmentId, transactionId, session, at })
    }),
  ]
}
