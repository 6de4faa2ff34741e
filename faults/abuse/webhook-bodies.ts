import type { Good } from './good-body.ts'
import type { AttackTarget, Person } from './target.ts'

/** Calls about webhooks, on one that is paused: nothing is sent during the campaign. */
export async function webhookBodies(target: AttackTarget, by: Person): Promise<Record<string, Omit<Good, 'proven'>>> {
  const body = { url: 'https://hooks.invalid/', events: ['transaction.created'] }
  const response = await target.client.call(by.token, 'POST', '/admin/webhooks', body)
  if (response.status !== 201) throw new Error(`The webhook was not added: ${response.text}`)
  const path = `/admin/webhooks/${(response.json() as { _id: string })._id}`
  await target.client.call(by.token, 'PATCH', path, { paused: true })
  return {
    'POST /admin/webhooks': { by, body },
    'PATCH /admin/webhooks/:id': { by, path, body: { paused: true } },
  }
}
