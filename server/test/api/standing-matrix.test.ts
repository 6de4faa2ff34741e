import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { openSavingsAccount } from '../../src/ledger/open-account.ts'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { exampleOf } from '../bad-values.ts'
import { type Person, useBank } from '../bank.ts'
import { createUpload, databaseFingerprint, transferForm } from '../money.ts'
import { lastingEffect, pathWithId } from '../policies.ts'

/*
 * Every call that customers may make, well formed, by people who are Frozen or Closed. Who is refused is written down here,
 * apart from what the endpoints declare: a new call has to be put in one of the lists.
 */

const bank = useBank()
const people = {} as Record<'Active' | 'Frozen' | 'Closed', Person>
/** By person. */
const savings = new Map<string, string>()
beforeAll(async () => {
  for (const status of ['Active', 'Frozen', 'Closed'] as const) {
    const { id, ...person } = await bank.person({ status })
    people[status] = { id, ...person }
    savings.set(id, await bank.sql.begin((tx) => openSavingsAccount(tx, id, 'Holidays', null, bank.now())))
    if (status === 'Closed') await bank.owner`update accounts set closed_at = now() where owner_id = ${id}`
  }
  const passwordHash = await createPasswords(bank.keys).hash('a long sentence for tests')
  await bank.owner`update people set password_hash = ${passwordHash}`
})

const FROZEN_MAY_NOT = [
  'POST /accounts',
  'POST /accounts/:id/close',
  'POST /accounts/move',
  'POST /orders',
  'POST /transfer',
  'POST /transfer-code',
  'POST /transfer/authorisation',
  'POST /users/api-keys',
]
/** They keep their access safe, ask for what is theirs, and log out. */
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

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpointsFor = (changing: boolean) =>
  bank.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ policy, method }) => policy === 'signedIn' && (method !== 'GET') === changing)
    .filter(({ success }) => success.body !== 'events')

async function bodyFor(endpoint: Endpoint, person: Person): Promise<unknown> {
  const bodies: Record<string, () => unknown> = {
    'POST /accounts/move': () => ({ from: person.id, to: savings.get(person.id), amount: 1 }),
    'POST /deposit': async () => ({ amount: 20, method: 'bank', receipt: await createUpload(bank, person) }),
    'POST /transfer': () => transferForm({ amount: 1 }),
    'POST /transfer-code': () => ({ ...transferForm({ amount: 1 }), code: '12345' }),
    'PUT /users/picture': async () => ({ image: await createUpload(bank, person) }),
    'POST /suport/send': () => ({ receiver: 'Admin', message: 'May I have my statement?' }),
  }
  return bodies[nameOf(endpoint)]?.() ?? exampleOf(endpoint)
}

async function codeOf(endpoint: Endpoint, person: Person): Promise<string | null> {
  const body = endpoint.multipart ? undefined : await bodyFor(endpoint, person)
  const path = endpoint.path.replace('/accounts/:id', `/accounts/${savings.get(person.id)}`) as Endpoint['path']
  const response = await person.call(
    endpoint.method,
    pathWithId({ ...endpoint, path }),
    body === undefined ? {} : { body },
  )
  expect(response.statusCode, nameOf(endpoint)).toBeLessThan(500)
  return response.statusCode < 400 ? null : response.json().code
}

/** Those that answer with this code, with nothing changed. */
async function refusedWith(code: string, person: Person): Promise<string[]> {
  const refused: string[] = []
  for (const endpoint of endpointsFor(true).filter(
    (one) => !lastingEffect(one) && !one.path.startsWith('/users/devices'),
  )) {
    const before = await databaseFingerprint(bank)
    if ((await codeOf(endpoint, person)) !== code) continue
    refused.push(nameOf(endpoint))
    const { uploads: _, ...after } = await databaseFingerprint(bank)
    const { uploads: __, ...expected } = before
    expect([nameOf(endpoint), after]).toEqual([nameOf(endpoint), expected])
  }
  return refused.sort()
}

test('a Closed person is refused every change but those that keep their access safe', async () => {
  const others = endpointsFor(true).map(nameOf)
  expect(await refusedWith('account_closed', people.Closed)).toEqual(
    others.filter((name) => !CLOSED_MAY.includes(name)).sort(),
  )
})

test('a Closed person writes to support, changes the password and ends sessions', async () => {
  const closed = await bank.person({ status: 'Closed' })
  const message = { receiver: 'Admin', message: 'May I have my statement?' }
  expect((await closed.call('POST', '/suport/send', { body: message })).statusCode).toBe(201)
  expect((await closed.call('DELETE', '/users/devices')).statusCode).toBe(204)
  expect((await closed.call('POST', '/auths/logout')).statusCode).toBe(204)
  expect((await closed.call('GET', '/users')).statusCode).toBe(401)
})

test('a Frozen person is refused transfers and moves, and little else for that reason', async () => {
  expect(await refusedWith('account_frozen', people.Frozen)).toEqual(FROZEN_MAY_NOT)
  expect(await refusedWith('account_closed', people.Frozen)).toEqual([])
})

test('Frozen and Closed people read what an Active person reads', async () => {
  for (const endpoint of endpointsFor(false)) {
    const [active, ...others] = await Promise.all(
      [people.Active, people.Frozen, people.Closed].map((person) => codeOf(endpoint, person)),
    )
    expect([nameOf(endpoint), ...others]).toEqual([nameOf(endpoint), active, active])
  }
})
