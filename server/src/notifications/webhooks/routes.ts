import * as contract from '#contract/notifications/webhooks.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addWebhook } from './add-webhook.ts'
import { deleteWebhook, requireWebhook, resendDelivery, setPaused } from './change-webhook.ts'
import { selectDeliveries, selectWebhooks, toDelivery, toWebhook } from './store.ts'

export const webhookRoutes = (deps: Pick<Deps, 'sql' | 'keys' | 'config'>): Route[] => [
  route(contract.listWebhooks, async () => (await selectWebhooks(deps.sql)).map(toWebhook)),
  route(contract.addWebhook, (call) => addWebhook(deps, staffContext(call), call.body)),
  route(contract.updateWebhook, (call) => setPaused(deps.sql, staffContext(call), call.params.id, call.body.paused)),
  route(contract.deleteWebhook, (call) => deleteWebhook(deps.sql, staffContext(call), call.params.id)),
  route(contract.listWebhookDeliveries, async (call) => {
    const { status, limit, cursor } = call.query
    await requireWebhook(deps.sql, call.params.id)
    const rows = await selectDeliveries(deps.sql, call.params.id, { status, cursor, rows: limit + 1 })
    return pageOf(call, rows, limit, ({ id }) => ({ cursor: id })).map(toDelivery)
  }),
  route(contract.resendWebhookDelivery, (call) =>
    resendDelivery(deps.sql, staffContext(call), call.params.id, call.params.deliveryId),
  ),
]
