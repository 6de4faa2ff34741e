import type { Bank, Person } from '../bank.ts'
import { createUpload } from '../money.ts'
import { addWebhook, deliverAll } from '../webhook-receiver.ts'
import type { Recipe } from './recipe.ts'

/** One webhook for all calls, with a delivery. */
export function webhookRecipes(bank: Bank, user: Person, admin: Person): Record<string, Recipe> {
  let made: Promise<{ path: string; deliveryId: string }> | undefined
  const make = async () => {
    const { _id } = await addWebhook(admin, 'https://hooks.invalid/')
    const receipt = await createUpload(bank, user)
    await user.call('POST', '/deposit', { body: { amount: 1, method: 'bank', receipt } })
    await deliverAll(bank, { send: async () => ({ status: 204, error: null }) })
    const path = `/admin/webhooks/${_id}`
    return { path, deliveryId: (await admin.call('GET', `${path}/deliveries`)).json()[0]._id as string }
  }
  const webhook = () => {
    made ??= make()
    return made
  }
  return {
    'GET /admin/webhooks': async () => {
      await webhook()
      return {}
    },
    'POST /admin/webhooks': () => ({ body: { url: 'https://hooks.invalid/', events: ['person.updated'] } }),
    'PATCH /admin/webhooks/:id': async () => ({ path: (await webhook()).path, body: { paused: false } }),
    'DELETE /admin/webhooks/:id': async () => ({
      path: `/admin/webhooks/${(await addWebhook(admin, 'https://hooks.invalid/'))._id}`,
    }),
    'GET /admin/webhooks/:id/deliveries': async () => ({ path: `${(await webhook()).path}/deliveries` }),
    'POST /admin/webhooks/:id/deliveries/:deliveryId/resend': async () => {
      const { path, deliveryId } = await webhook()
      return { path: `${path}/deliveries/${deliveryId}/resend` }
    },
  }
}
