import { listContactMessages, listSubscriptions, sendContactMessage, subscribeNewsletter } from '#contract/letters.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import * as store from './store.ts'

const cursorOf = ({ _id }: { _id: string }) => ({ cursor: _id })

export const letterRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(subscribeNewsletter, async ({ body, at }) => {
    // An empty field is thanked for like any other, but there is nobody to write to.
    if (body.email !== '') await store.insertSubscription(sql, body.email, at)
  }),
  route(sendContactMessage, ({ body, at }) => inTransaction(sql, (tx) => store.insertContactMessage(tx, body, at))),
  route(listContactMessages, async (call) => {
    const { cursor, limit } = call.query
    return pageOf(call, await store.listContactMessages(sql, { cursor, limit: limit + 1 }), limit, cursorOf)
  }),
  route(listSubscriptions, async (call) => {
    const { cursor, limit } = call.query
    return pageOf(call, await store.listSubscriptions(sql, { cursor, limit: limit + 1 }), limit, cursorOf)
  }),
]
