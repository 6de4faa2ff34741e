import type { Person } from '../bank.ts'
import { addPushDevice, randomSubscription } from '../push-receiver.ts'
import type { Recipe } from './recipe.ts'

/** Each call about a device has one of its own. */
export function pushRecipes(by: Person): Record<string, Recipe> {
  return {
    'GET /push': () => ({ by }),
    'PATCH /push': () => ({ by, body: { showAmounts: true } }),
    'POST /push/devices': () => ({ by, body: randomSubscription() }),
    'PUT /push/devices/:id': async () => {
      const own = randomSubscription()
      const { _id } = await addPushDevice(by, own)
      return { by, path: `/push/devices/${_id}`, body: { ...own, previousEndpoint: own.endpoint } }
    },
    'DELETE /push/devices/:id': async () => ({
      by,
      path: `/push/devices/${(await addPushDevice(by, randomSubscription()))._id}`,
    }),
  }
}
