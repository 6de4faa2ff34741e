import * as orders from '#contract/payments/scheduled-payments.ts'
import { listUserOrders } from '#contract/payments/scheduled-payments-of-user.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { relyingParty } from '../../identity/relying-party.ts'
import { readOwnOrder } from '../../ledger/stop-scheduled-payments.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { deleteOrder, setStatus } from './change-scheduled-payment.ts'
import { listOrders, listRuns } from './read-scheduled-payments.ts'
import { changePayment, createOrder, type OrderDeps } from './submit-scheduled-payment.ts'

type RouteDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'accessLog'>

export function orderRoutes({ sql, keys, config, accessLog }: RouteDeps): Route[] {
  const zone = config.bankTimeZone
  const deps: OrderDeps = { sql, keys, party: relyingParty(config), zone }
  return [
    route(orders.createOrder, async (call) => {
      const { order, replayed } = await createOrder(deps, call.body, commandContext(call))
      if (replayed) call.reply.header('idempotency-replayed', 'true')
      return order
    }),
    route(orders.listOrders, ({ session }) => listOrders(sql, session.personId)),
    route(orders.updateOrder, async (call) => {
      const { session, params, body, at } = call
      const { status, amountCents } = body
      const change = { personId: session.personId, orderId: params.id, at }
      if (status !== undefined) return setStatus(sql, zone, change, status)
      const order = await readOwnOrder(sql, session.personId, params.id)
      if (!order || amountCents === undefined) throw new Refusal('not_found')
      return (await changePayment(deps, order, { ...body, amountCents }, commandContext(call))).order
    }),
    route(orders.deleteOrder, ({ session, params, at }) =>
      deleteOrder(sql, { personId: session.personId, orderId: params.id, at }),
    ),
    route(orders.listOrderRuns, ({ session, params }) => listRuns(sql, session.personId, params.id)),
    route(listUserOrders, async ({ session, query: { userId: personId } }) => {
      await requireUser(sql, personId)
      await accessLog.record({ session, personId, what: 'orders.viewed' })
      return listOrders(sql, personId)
    }),
  ]
}
