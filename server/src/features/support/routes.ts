import { toPositionCursor } from '#contract/paging.ts'
import { listConversations, readOwnThread, readThread, sendMessage as send } from '#contract/support.ts'
import type { Deps } from '../../deps.ts'
import { pageOf } from '../../http/paging.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import * as store from './store.ts'

export function supportRoutes({ sql }: Pick<Deps, 'sql'>): Route[] {
  type Thread = Pick<Call<typeof readOwnThread>, 'query' | 'at' | 'request' | 'reply'>

  /** The last messages are asked for, newest first, and shown oldest first. */
  async function showThread(call: Thread, personId: string, reader: store.Side) {
    const { before, limit } = call.query
    const found = await readMessages(sql, { personId, reader, before, limit: limit + 1, at: call.at })
    return pageOf(call, found, limit, ({ id }) => ({ before: id }))
      .map(store.toMessage)
      .reverse()
  }

  return [
    route(listConversations, async (call) => {
      const { limit, cursor } = call.query
      const found = await store.listConversations(sql, { cursor, limit: limit + 1 })
      return pageOf(call, found, limit, ({ last_message_at: at, person_id: id }) => ({
        cursor: toPositionCursor({ at, id }),
      })).map(store.toConversation)
    }),
    route(readThread, async (call) => {
      const { userId } = call.query
      if (!(await store.personExists(sql, userId))) throw new Refusal('not_found')
      return showThread(call, userId, 'office')
    }),
    route(readOwnThread, (call) => showThread(call, call.session.personId, 'person')),
    route(send, ({ body, session, at }) =>
      sendMessage(sql, { receiver: body.receiver, text: body.message, session, at }),
    ),
  ]
}
