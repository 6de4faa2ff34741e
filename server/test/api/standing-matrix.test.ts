import { beforeAll, expect, test } from 'vitest'
import type { Status } from '#contract/customers/people.ts'
import { type Person, useBank } from '../bank.ts'
import { ExampleRequests } from '../example-requests.ts'
import { databaseFingerprint } from '../money.ts'
import { nameOf } from '../policies.ts'

/*
 * The example of every call that customers may make, by people who are Frozen or Closed by then. Who is refused is written
 * down here, apart from what the endpoints declare: a new call has to be put in one of the lists.
 */

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const FROZEN_MAY_NOT = [
  'POST /accounts',
  'POST /accounts/:id/close',
  'POST /accounts/move',
  'POST /orders',
  'POST /payees/find',
  'POST /transfer',
  'POST /transfer-code',
  'POST /transfer/authorisation',
  'POST /transfer/preview',
  'POST /users/api-keys',
  'POST /users/api-keys/authorisation',
  'PUT /accounts/:id/rules',
]
/** What Closed people may call: they keep their access safe, ask for what is theirs, and log out. */
const CLOSED_MAY = [
  'DELETE /users/api-keys/:id',
  'DELETE /users/devices',
  'DELETE /users/devices/:id',
  'DELETE /users/factors/passkeys/:id',
  'DELETE /users/factors/totp',
  'POST /auths/confirm',
  'POST /auths/logout',
  'POST /notifications/read',
  'POST /suport/send',
  'POST /users/export',
  'PUT /notifications/mail',
  'PUT /users/password',
]

const endpointsFor = (changing: boolean) =>
  bank.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ policy, method }) => policy === 'signedIn' && (method !== 'GET') === changing)
    .filter(({ success }) => success.body !== 'events')

async function setStatus(id: string, status: Status): Promise<void> {
  const closedAt = status === 'Closed' ? bank.now() : null
  // A closed account is empty. Refused where a pending transfer holds money: that account stays open.
  if (closedAt) await admin.call('POST', '/admin/debit', { body: { userId: id, amount: 1_000 } })
  await bank.owner`update people set status = ${status} where id = ${id}`
  await bank.owner`update accounts set closed_at = ${closedAt} where owner_id = ${id} and balance = 0`
  // The cache of sessions knows it after a second.
  bank.clock.offsetMs += 1_000
}

/** The codes of all refusals by name of the call. Whatever is refused for the status changes nothing. */
async function refusalsOf(status: 'Frozen' | 'Closed'): Promise<Map<string, string>> {
  const refusals = new Map<string, string>()
  for (const endpoint of endpointsFor(true)) {
    const requests = new ExampleRequests(bank)
    const { by, method, path, ...options } = await requests.of(endpoint)
    const { id, token } = await requests.customer()
    await setStatus(id, status)
    const before = await databaseFingerprint(bank)
    const response = await bank.call(method, path, { token, ...options })
    if (response.statusCode >= 400) {
      refusals.set(nameOf(endpoint), response.json().code)
      expect([nameOf(endpoint), await databaseFingerprint(bank)]).toEqual([nameOf(endpoint), before])
    }
    await setStatus(id, 'Active')
  }
  return refusals
}

test('a Closed person is refused every change but those that keep their access safe', { timeout: 60_000 }, async () => {
  const refusals = await refusalsOf('Closed')
  const others = endpointsFor(true).map(nameOf)
  expect(Object.fromEntries(refusals)).toEqual(
    Object.fromEntries(others.filter((name) => !CLOSED_MAY.includes(name)).map((name) => [name, 'account_closed'])),
  )
})

test('a Frozen person is refused transfers and moves, and nothing else for that reason', {
  timeout: 60_000,
}, async () => {
  const refusals = await refusalsOf('Frozen')
  expect([...refusals].filter(([, code]) => code !== 'account_frozen')).toEqual([['POST /verification', 'not_pending']])
  refusals.delete('POST /verification')
  expect([...refusals.keys()].sort()).toEqual(FROZEN_MAY_NOT)
})

test('Frozen and Closed people read what an Active person reads', { timeout: 60_000 }, async () => {
  // Whose request for money it is decides there, not who reads it.
  for (const endpoint of endpointsFor(false).filter(({ path }) => path !== '/pay-requests/:code')) {
    const requests = new ExampleRequests(bank)
    const { by, method, path, ...options } = await requests.of(endpoint)
    const { id, token } = await requests.customer()
    for (const status of ['Active', 'Frozen', 'Closed', 'Active'] as const) {
      await setStatus(id, status)
      const { statusCode } = await bank.call(method, path, { token, ...options })
      expect([nameOf(endpoint), status, statusCode]).toEqual([nameOf(endpoint), status, endpoint.success.status])
    }
  }
})
