import type { Bank, Person } from '../bank.ts'
import { sendWire } from '../wires.ts'

type Recipe = () => Promise<{ path?: string; body?: unknown }>

export function paymentRunRecipes(bank: Bank, user: Person, admin: Person): Record<string, Recipe> {
  const wire = () => sendWire(bank, user, { amount: 1 })
  const runPath = async (rest = '') => {
    await wire()
    return { path: `/admin/payment-runs/${(await admin.call('POST', '/admin/payment-runs')).json()._id}${rest}` }
  }
  return {
    'POST /admin/payment-runs': async () => {
      await wire()
      return { body: {} }
    },
    'GET /admin/payment-runs': async () => {
      await runPath()
      return {}
    },
    'GET /admin/payment-runs/:id': () => runPath(),
    'GET /admin/payment-runs/:id/file': () => runPath('/file'),
    'POST /admin/payment-runs/:id/sent': () => runPath('/sent'),
    'POST /admin/return': async () => ({ body: { transactionId: await wire(), reason: 'Unknown account' } }),
  }
}
