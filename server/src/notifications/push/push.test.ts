import { beforeEach, describe, expect, test } from 'vitest'
import { storeKey } from '../../../test/api-keys.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'
import {
  addPushDevice,
  createBrowser,
  keysOf,
  randomEndpoint,
  randomSubscription,
} from '../../../test/push-receiver.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { startSession } from '../../access/start-session.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { hashEndpoint } from './endpoints.ts'

const bank = useBank()
let ada: Person
let ben: Person
beforeEach(async () => {
  bank.clock.offsetMs = 0
  ada = await bank.person()
  ben = await bank.person()
})

const add = (person: Person, body: unknown, token = person.token) =>
  person.call('POST', '/push/devices', { body, token })
const settings = async (person: Person, token = person.token) => (await person.call('GET', '/push', { token })).json()
const devicesOf = async (person: Person) =>
  (await settings(person)).devices.map(({ _id }: { _id: string }) => _id) as string[]
const signIn = (person: Person) =>
  startSession(bank.sql, person.id, bank.now(), { userAgent: 'phone', address: '203.0.113.7' })

test('settings have the bank’s key, everything on, no amounts, and each device without its address', async () => {
  const phone = await signIn(ada)
  const [one, two] = [randomSubscription(), randomSubscription()]
  const made = await add(ada, one)
  expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ current: true })])
  await add(ada, two, phone)
  const found = await settings(ada)
  expect(Buffer.from(found.publicKey, 'base64url')).toHaveLength(65)
  expect(await settings(ben)).toMatchObject({ publicKey: found.publicKey, devices: [] })
  expect(found).toMatchObject({ showAmounts: false, devices: [{ current: true }, { current: false }] })
  expect(new Set(Object.values(found.kinds))).toEqual(new Set([true]))
  for (const secret of [one.endpoint, one.keys.auth, one.keys.p256dh, two.endpoint])
    expect(JSON.stringify(found)).not.toContain(secret)
  const [notice] = await bank.owner`
    select kind, mail_at is not null as mailed from outbox where person_id = ${ada.id} order by number limit 1`
  expect(notice).toEqual({ kind: 'push.added', mailed: true })
})

test('preferences change by themselves, each with its own call', async () => {
  const { kinds } = await settings(ada)
  const choose = (body: object) => ada.call('PATCH', '/push', { body })
  const body = { ...kinds, 'support.answered': false }
  expect((await choose({ kinds: body })).json()).toMatchObject({ kinds: body, showAmounts: false })
  expect((await choose({ showAmounts: true })).json()).toMatchObject({ kinds: body, showAmounts: true })
  expect((await choose({ kinds })).json()).toMatchObject({ kinds, showAmounts: true })
  expect((await choose({ showAmounts: false })).json()).toMatchObject({ kinds, showAmounts: false })
  expect(await settings(ben)).toMatchObject({ kinds })
  for (const wrong of [{ kinds: {} }, { showAmounts: 'yes' }, { kinds: { ...kinds, 'pin.reset': false } }, { more: 1 }])
    expect(refusalOf(await choose(wrong))).toMatchObject({ status: 400, code: 'invalid' })
})

test('a subscription that is not one of a public push service is refused, and nothing changes', async () => {
  const keys = keysOf(createBrowser())
  const refused = { status: 409, code: 'push_endpoint_refused' }
  const invalid = { status: 400, code: 'invalid' }
  const attempts: [string, unknown, object][] = [
    ['http', { endpoint: 'http://push.example.net/x', keys }, refused],
    ['a loopback address', { endpoint: 'https://127.0.0.1/x', keys }, refused],
    ['the same as a number', { endpoint: 'https://2130706433/x', keys }, refused],
    ['a private address', { endpoint: 'https://10.0.0.5/x', keys }, refused],
    ['the address of cloud metadata', { endpoint: 'https://169.254.169.254/latest', keys }, refused],
    ['loopback in IPv6', { endpoint: 'https://[::1]/x', keys }, refused],
    ['mapped IPv4', { endpoint: 'https://[::ffff:10.0.0.1]/x', keys }, refused],
    ['another port', { endpoint: 'https://push.example.net:8443/x', keys }, refused],
    ['a user name', { endpoint: 'https://a:b@push.example.net/x', keys }, invalid],
    ['another scheme', { endpoint: 'file:///etc/passwd', keys }, invalid],
    ['no URL', { endpoint: 'push', keys }, invalid],
    ['ten thousand characters', { endpoint: `https://push.example.net/${'x'.repeat(10_000)}`, keys }, invalid],
    ['a line break', { endpoint: 'https://push.example.net/\r\nx: y', keys }, invalid],
    ['no keys', { endpoint: randomEndpoint() }, invalid],
    ['short keys', { endpoint: randomEndpoint(), keys: { ...keys, auth: 'AAAA' } }, invalid],
    ['keys of other letters', { endpoint: randomEndpoint(), keys: { ...keys, auth: '+'.repeat(22) } }, invalid],
    [
      'a key that is no point of the curve',
      { endpoint: randomEndpoint(), keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
      invalid,
    ],
    ['more', { endpoint: randomEndpoint(), keys, personId: 'x' }, invalid],
    ['nothing', null, invalid],
  ]
  await settings(ada)
  const before = await databaseFingerprint(bank)
  for (const [name, body, expected] of attempts) expect(refusalOf(await add(ada, body)), name).toMatchObject(expected)
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('a person has ten devices at most, also when the last ones are added at once', async () => {
  const responses = await Promise.all(Array.from({ length: 13 }, () => add(ada, randomSubscription())))
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  const refused = responses.filter(({ statusCode }) => statusCode === 409).map((response) => response.json().code)
  expect(refused).toEqual(Array(3).fill('push_device_limit'))
  const [first = ''] = await devicesOf(ada)
  expect((await ada.call('DELETE', `/push/devices/${first}`)).statusCode).toBe(204)
  expect((await add(ada, randomSubscription())).statusCode).toBe(201)
})

test('a browser belongs to the person who added it last, never to two', async () => {
  const shared = randomSubscription()
  await addPushDevice(ada, shared)
  await bank.owner`update push_devices set failures = 3 where person_id = ${ada.id}`
  await addPushDevice(ben, shared)
  expect([await devicesOf(ada), (await devicesOf(ben)).length]).toEqual([[], 1])
  await Promise.all([add(ada, shared), add(ben, shared), add(ada, shared), add(ben, shared)])
  expect((await devicesOf(ada)).length + (await devicesOf(ben)).length).toBe(1)
  const again = await Promise.all([add(ada, shared), add(ada, shared)])
  expect(new Set(again.map((response) => response.json()._id)).size).toBe(1)
})

test('a device that is renewed with an endpoint which another person gets at that moment is refused', async () => {
  const [own, moved] = [randomSubscription(), randomSubscription()]
  const { _id } = await addPushDevice(ada, own)
  await addPushDevice(ben, randomSubscription())
  let renewed: Promise<{ statusCode: number }> | undefined
  await inTransaction(bank.owner, async (tx) => {
    await tx`update push_devices set endpoint_hash = ${hashEndpoint(moved.endpoint)} where person_id = ${ben.id}`
    const body = { ...moved, previousEndpoint: own.endpoint }
    renewed = ada.call('PUT', `/push/devices/${_id}`, { body })
    await waitUntilBlocked(bank.owner)
  })
  expect((await renewed)?.statusCode).toBe(404)
})

describe('another person', () => {
  test('neither reads, removes nor renews a device', async () => {
    const own = randomSubscription()
    const { _id } = await addPushDevice(ada, own)
    const body = { ...own, previousEndpoint: own.endpoint }
    const before = await databaseFingerprint(bank)
    for (const [method, sent] of [
      ['DELETE', undefined],
      ['PUT', body],
    ] as const) {
      const response = await ben.call(method, `/push/devices/${_id}`, { body: sent })
      expect(refusalOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await settings(ben)).devices).toEqual([])
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('can’t make their device that of a third person by renewing it', async () => {
    const [victim, own] = [randomSubscription(), randomSubscription()]
    await addPushDevice(ada, victim)
    const { _id } = await addPushDevice(ben, own)
    const body = { ...victim, previousEndpoint: own.endpoint }
    expect((await ben.call('PUT', `/push/devices/${_id}`, { body })).statusCode).toBe(404)
    expect(await devicesOf(ada)).toHaveLength(1)
  })
})

test('a stolen token moves no device: the thief does not know its endpoint', async () => {
  const { _id } = await addPushDevice(ada, randomSubscription())
  const before = await bank.owner`select * from push_devices`
  const body = { ...randomSubscription(), previousEndpoint: randomEndpoint() }
  expect((await ada.call('PUT', `/push/devices/${_id}`, { body })).statusCode).toBe(404)
  expect(await bank.owner`select * from push_devices`).toEqual(before)
})

test('a new session goes on with the browser, which then ends with that session and not with the first', async () => {
  const [own, moved] = [randomSubscription(), randomSubscription()]
  const { _id } = await addPushDevice(ada, own)
  const next = await signIn(ada)
  const renew = (body: object) => ada.call('PUT', `/push/devices/${_id}`, { body, token: next })
  const renewed = await renew({ ...own, previousEndpoint: own.endpoint })
  expect([renewed.statusCode, renewed.json()]).toMatchObject([200, { _id, current: true }])
  expect((await renew({ ...moved, previousEndpoint: own.endpoint })).statusCode).toBe(200)
  expect((await renew({ ...own, previousEndpoint: own.endpoint })).statusCode).toBe(404)
  const notices = await bank.owner`select 1 from outbox where person_id = ${ada.id} and kind = 'push.added'`
  expect(notices).toHaveLength(2)
  await ada.call('POST', '/auths/logout')
  expect((await settings(ada, next)).devices).toMatchObject([{ _id, current: true }])
  await ada.call('POST', '/auths/logout', { token: next })
  expect(await bank.owner`select 1 from push_devices where person_id = ${ada.id}`).toEqual([])
})

test('ending a session from another device, or all of them, ends its notifications', async () => {
  const [phone, tablet] = [await signIn(ada), await signIn(ada)]
  for (const token of [ada.token, phone, tablet]) await add(ada, randomSubscription(), token)
  const [session] = (await ada.call('GET', '/users/devices', { token: phone }))
    .json()
    .filter(({ current }: { current: boolean }) => current)
  await ada.call('DELETE', `/users/devices/${session._id}`)
  expect(await devicesOf(ada)).toHaveLength(2)
  await ada.call('DELETE', '/users/devices')
  expect((await settings(ada)).devices).toMatchObject([{ current: true }])
})

test('a session that is logged out while a device is added keeps none', async () => {
  for (let round = 0; round < 8; round++) {
    const token = await signIn(ada)
    await Promise.all([add(ada, randomSubscription(), token), ada.call('POST', '/auths/logout', { token })])
  }
  expect(await bank.owner`select 1 from push_devices where person_id = ${ada.id}`).toEqual([])
})

test('an API key can’t manage push notifications', async () => {
  const key = await storeKey(bank, ada, ['read', 'transfer'])
  for (const [method, path] of [
    ['GET', '/push'],
    ['POST', '/push/devices'],
    ['PATCH', '/push'],
  ] as const) {
    const body = method === 'GET' ? undefined : {}
    const response = await bank.call(method, path, { token: key, body })
    expect([response.statusCode, response.json().code]).toEqual([403, 'key_not_allowed'])
  }
})
