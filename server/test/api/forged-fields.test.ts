import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Person, useBank } from '../bank.ts'
import { databaseFingerprint } from '../money.ts'
import { examplePath } from '../policies.ts'

/* Fields that the server computes can't be sent: every body refuses them in the same way, and nothing changes. */

const FORGED: Record<string, unknown> = {
  flags: ['large'],
  decidedBy: 'me',
  proposedBy: null,
  reversedBy: null,
  returns: null,
  returnedBy: null,
  balance: 1,
}

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  ada = await bank.person({ balanceCents: 100_00n })
})

const callerOf = ({ policy }: Endpoint) => (policy === 'public' ? null : policy === 'signedIn' ? ada : admin)

test.each(Object.keys(FORGED))('%s in any body is refused as unknown', async (field) => {
  const before = await databaseFingerprint(bank)
  const wrong: string[] = []
  let sent = 0
  const taken = bank.routes.filter(({ endpoint }) => endpoint.body && !endpoint.multipart)
  for (const { endpoint } of taken) {
    const example = endpoint.example?.body
    if (typeof example !== 'object' || example === null || field in example) continue
    sent++
    const response = await bank.call(endpoint.method, examplePath(endpoint), {
      body: { ...example, [field]: FORGED[field] },
      token: callerOf(endpoint)?.token ?? null,
    })
    const errors: { path: string; msg: string }[] = response.json().errors ?? []
    const isRefused = response.statusCode === 400 && errors.some(({ path }) => path === field)
    if (!isRefused) wrong.push(`${endpoint.method} ${endpoint.path}: ${response.statusCode} ${response.body}`)
  }
  expect(sent).toBeGreaterThan(30)
  expect(wrong).toEqual([])
  const ignored = { sessions: '', attempts: '' }
  expect({ ...(await databaseFingerprint(bank)), ...ignored }).toEqual({ ...before, ...ignored })
})

test('flags inside the updates of a person, a proposal or a document are refused too', async () => {
  const before = await databaseFingerprint(bank)
  const responses = [
    await admin.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { flags: [] } } }),
    await ada.call('PUT', '/users/update', { body: { flags: [] } }),
    await ada.call('POST', '/verification', {
      body: { documents: [{ kind: 'identity', imageUrl: `/api/images/${ada.id}`, flags: [] }] },
    }),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
})
