import {
  listContactMessages,
  listSubscriptions,
  sendContactMessage,
  subscribeNewsletter,
} from '#contract/office/contact.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { markAsRead } from './mark-as-read.ts'
import * as store from './store.ts'

const cursorOf = ({ _id }: { _id: string }) => ({ cursor: _id })

export const contactRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(subscribeNewsletter, async ({ body, at }) => {
    // An empty field gets the same response as any other, but there is nothing to store.
    if (body.email !== '') await inTransaction(sql, (tx) => store.insertSubscription(tx, body.email, at))
  }),
  route(sendContactMessage, ({ body, at }) => inTransaction(sql, (tx) => store.insertContactMessage(tx, body, at))),
  route(listContactMessages, async (call) => {
    const { cursor, limit } = call.query
    const found = await store.listContactMessages(sql, { cursor, limit: limit + 1 })
    return markAsRead(sql, call, 'contact_messages', pageOf(call, found, limit, cursorOf))
  }),
  route(listSubscriptions, async (call) => {
    const { cursor, limit } = call.query
    const found = await store.listSubscriptions(sql, { cursor, limit: limit + 1 })
    return markAsRead(sql, call, 'newsletter_subscriptions', pageOf(call, found, limit, cursorOf))
  }),
]
