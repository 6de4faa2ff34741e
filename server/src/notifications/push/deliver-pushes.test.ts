import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { postMessage } from '../../../test/chat.ts'
import { createUpload, transferForm } from '../../../test/money.ts'
import {
  ALLOW_LOCAL_PUSH,
  addPushDevice,
  type Browser,
  createBrowser,
  openPushService,
  pushAll,
  readVapid,
} from '../../../test/push-receiver.ts'
import { sendRequest } from '../webhooks/send-request.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const bank = useBank({ config: ALLOW_LOCAL_PUSH })
let admin: Person
let ada: Person
let phone: Browser
let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
  admin = await bank.person({ role: 'Admin' })
})
afterAll(() => service.close())
beforeEach(async () => {
  bank.clock.offsetMs = 0
  await bank.owner`delete from push_devices`
  service.state.answer = () => 201
  ada = await bank.person({ balanceCents: 1_000_00n })
  phone = createBrowser()
  await turnOn(ada, phone)
  service.requests.length = 0
})

/** Without the notice about it. */
async function turnOn(person: Person, browser: Browser) {
  const device = await addPushDevice(person, service.subscriptionOf(browser))
  await bank.owner`update outbox set push = null`
  return device
}
const left = async () => (await bank.owner`select 1 from push_deliveries`).length
const devices = async () => (await bank.owner`select 1 from push_devices`).length
const deposit = async (person: Person, amount = 77.31) => {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id as string
}
const approve = async (transactionId: string) => {
  const response = await admin.call('POST', '/deposit/approve', { body: { transactionId } })
  expect(response.statusCode, response.body).toBe(200)
}
const approveDeposit = async (person = ada) => approve(await deposit(person))
const resetPin = ({ id }: Person) => admin.call('POST', '/admin/reset-pin', { body: { userId: id } })
const choose = (person: Person, body: object) => person.call('PATCH', '/push', { body })

test('the browser decrypts what was sent, and the bank’s key has signed it', async () => {
  const { publicKey } = (await ada.call('GET', '/push')).json()
  await approveDeposit()
  await pushAll(bank)
  expect(service.requests).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = service.requests
  expect(service.shownBy(phone)).toEqual([
    {
      title: 'Fable Bank',
      body: 'Your deposit was approved',
      url: expect.stringMatching(/^\/dashboard\/transactions\?search=[A-Z0-9-]+$/),
      tag: expect.stringMatching(/^deposit\.approved\.\d+$/),
      lang: 'en',
    },
  ])
  expect(() => service.shownBy({ ...createBrowser(), path: phone.path })).toThrow()
  expect(body.toString('latin1')).not.toContain('deposit')
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'normal',
    topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  })
  expect(Number((headers as Record<string, string>).ttl)).toBeGreaterThan(86_390)
  const claims = readVapid(headers.authorization ?? '', publicKey)
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:hello@fable.example' })
  expect(claims.exp - Date.now() / 1000).toBeLessThan(DAY_MS / 1000)
  expect(await left()).toBe(0)
})

test('reaches every device of the person, in their language, and no other person', async () => {
  const [laptop, stranger] = [createBrowser(), createBrowser()]
  const ben = await bank.person()
  await turnOn(ada, laptop)
  await turnOn(ben, stranger)
  await ada.call('PUT', '/users/update', { body: { locale: 'de' } })
  await postMessage(admin, 'A secret answer.', ada.id)
  await pushAll(bank)
  for (const browser of [phone, laptop])
    expect(service.shownBy(browser)).toMatchObject([
      { body: 'Neue Nachricht von Fable Bank', lang: 'de', url: '/dashboard/support-user' },
    ])
  expect(service.shownBy(stranger)).toEqual([])
})

test('two notifications of a kind are shown and kept as two, one that is sent again as one', async () => {
  service.state.answer = () => 503
  for (let at = 0; at < 2; at++) await approveDeposit()
  await pushAll(bank)
  service.state.answer = () => 201
  bank.clock.offsetMs = 31_000
  await pushAll(bank)
  expect(service.requests).toHaveLength(4)
  expect(new Set(service.requests.map(({ headers }) => headers.topic)).size).toBe(2)
  expect(new Set(service.shownBy(phone).map(({ tag }) => tag)).size).toBe(2)
})

describe('the text', () => {
  test('names no amount and no payee unless the person chose so', async () => {
    const ben = await bank.person({ balanceCents: 1_000_00n, fullName: 'Bartholomew Canary' })
    await turnOn(ben, phone)
    const sent = await ben.call('POST', '/transfer', { body: transferForm({ amount: 421.17 }) })
    await approve(sent.json()._id)
    await approveDeposit(ben)
    await pushAll(bank)
    const shown = service.shownBy(phone)
    expect(shown.map(({ body }) => body).sort()).toEqual(['Your deposit was approved', 'Your transfer was sent'])
    expect(shown.map(({ url }) => url.replace(/=.*/, ''))).toEqual(Array(2).fill('/dashboard/transactions?search'))
    expect((await choose(ben, { showAmounts: true })).statusCode).toBe(200)
    await approveDeposit(ben)
    await pushAll(bank)
    expect(service.shownBy(phone).at(-1)?.body).toBe(
      'Your deposit of $77.31 was approved. The money is in your account.',
    )
  })

  test('a kind that is turned off is not sent; a notice about security is, and urgently', async () => {
    const { kinds } = (await ada.call('GET', '/push')).json()
    const off = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, false]))
    await choose(ada, { kinds: off })
    await approveDeposit()
    expect((await resetPin(ada)).statusCode).toBe(200)
    await pushAll(bank)
    expect(service.shownBy(phone)).toMatchObject([{ body: 'Your PIN was reset', url: '/code' }])
    expect(service.requests[0]?.headers.urgency).toBe('high')
  })
})

describe('a device is silent', () => {
  const ways: [string, (person: Person, deviceId: string) => Promise<unknown>][] = [
    ['logged out', (person) => person.call('POST', '/auths/logout')],
    ['removed', (person, id) => person.call('DELETE', `/push/devices/${id}`)],
    ['ended by staff', (person) => admin.call('POST', '/admin/end-sessions', { body: { userId: person.id } })],
    [
      'ended in the database',
      (person) => bank.owner`update sessions set ended_at = now() where person_id = ${person.id}`,
    ],
  ]
  test.each(ways)('once it is %s, also for what is due already', async (_, end) => {
    const ben = await bank.person()
    const browser = createBrowser()
    const { _id } = await turnOn(ben, browser)
    service.state.answer = () => 503
    await approveDeposit(ben)
    await pushAll(bank)
    service.state.answer = () => 201
    await end(ben, _id)
    bank.clock.offsetMs = HOUR_MS / 10
    expect((await resetPin(ben)).statusCode).toBe(200)
    await pushAll(bank)
    expect(service.requests.filter(({ path }) => path === browser.path)).toHaveLength(1)
  })

  test('but not because its session expired', async () => {
    bank.clock.offsetMs = 20 * HOUR_MS
    expect((await ada.call('GET', '/push')).statusCode).toBe(401)
    admin = await bank.person({ role: 'Admin' })
    expect((await resetPin(ada)).statusCode).toBe(200)
    await pushAll(bank)
    expect(service.shownBy(phone)).toMatchObject([{ body: 'Your PIN was reset' }])
  })

  test('when its owner’s account is closed', async () => {
    const ben = await bank.person()
    await turnOn(ben, createBrowser())
    const updates = { status: 'Closed', reason: 'Asked for it.' }
    const response = await admin.call('PATCH', '/admin/user', { body: { userId: ben.id, updates } })
    expect(response.statusCode, response.body).toBe(200)
    expect(await bank.owner`select 1 from push_devices where person_id = ${ben.id}`).toEqual([])
    expect((await ben.call('POST', '/push/devices', { body: service.subscriptionOf(phone) })).statusCode).toBe(403)
  })
})

describe('what fails', () => {
  test.each([404, 410])('a subscription that is gone (%i) is removed', async (status) => {
    service.state.answer = () => status
    await approveDeposit()
    await pushAll(bank)
    expect([await devices(), await left(), service.requests.length]).toEqual([0, 0, 1])
  })

  test.each([500, 429, 403, 302])(
    'is tried again after a growing pause (%i), and a redirect is not followed',
    async (status) => {
      service.state.answer = () => status
      await approveDeposit()
      await pushAll(bank)
      await pushAll(bank)
      expect(service.requests).toHaveLength(1)
      bank.clock.offsetMs = 31_000
      await pushAll(bank)
      bank.clock.offsetMs = 61_000
      await pushAll(bank)
      expect(service.requests.map(({ path }) => path)).toEqual([phone.path, phone.path])
      service.state.answer = () => 201
      bank.clock.offsetMs = 120_000
      await pushAll(bank)
      expect([service.requests.length, await left(), await devices()]).toEqual([3, 0, 1])
      expect(await bank.owner`select failures, failing_since from push_devices`).toEqual([
        { failures: 0, failing_since: null },
      ])
    },
  )

  test('is given up after a day, and a message that is refused at once; the device stays', async () => {
    service.state.answer = () => 413
    await approveDeposit()
    await pushAll(bank)
    expect([await left(), await devices()]).toEqual([0, 1])
    service.state.answer = () => 500
    await approveDeposit()
    await pushAll(bank)
    bank.clock.offsetMs = DAY_MS + 1_000
    await pushAll(bank)
    expect([service.requests.length, await left(), await devices()]).toEqual([2, 0, 1])
  })

  test('a device that fails for a week is removed, and not before', async () => {
    service.state.answer = () => 500
    await bank.owner`update push_devices set failures = 30, failing_since = now() - interval '6 days'`
    await approveDeposit()
    await pushAll(bank)
    expect(await devices()).toBe(1)
    bank.clock.offsetMs = HOUR_MS
    await bank.owner`update push_devices set failing_since = now() - interval '7 days'`
    await pushAll(bank)
    expect(await devices()).toBe(0)
  })
})

describe('servers', () => {
  test('that deliver at once send each notification once', async () => {
    for (let at = 0; at < 6; at++) await approveDeposit()
    await Promise.all([1, 2, 3, 4].map(() => pushAll(bank)))
    await pushAll(bank)
    expect(service.requests).toHaveLength(6)
    expect(await left()).toBe(0)
  })

  test('one that dies between sending and noting is followed by another: the device gets the same tag again', async () => {
    await approveDeposit()
    const dies: typeof sendRequest = async (...request) => {
      await sendRequest(...request)
      throw new Error('killed')
    }
    await expect(pushAll(bank, { send: dies })).rejects.toThrow('killed')
    await pushAll(bank)
    expect(service.requests).toHaveLength(1)
    bank.clock.offsetMs = 61_000
    await pushAll(bank)
    const shown = service.shownBy(phone)
    expect(shown).toHaveLength(2)
    expect(new Set(shown.map(({ tag, url }) => `${tag} ${url}`)).size).toBe(1)
    expect(await left()).toBe(0)
  })

  test('one whose lease has ended removes nothing that another one has claimed', async () => {
    await approveDeposit()
    const slow: typeof sendRequest = async () => {
      bank.clock.offsetMs = 61_000
      service.state.answer = () => 500
      await pushAll(bank)
      return { status: 201, error: null }
    }
    await pushAll(bank, { send: slow })
    expect([service.requests.length, await left()]).toEqual([1, 1])
  })

  test('one that stops gives its attempt back', async () => {
    await approveDeposit()
    const stopping = new AbortController()
    service.state.answer = () => {
      stopping.abort()
      return 'hang'
    }
    await pushAll(bank, {}, stopping.signal)
    service.state.answer = () => 201
    await pushAll(bank)
    expect([service.requests.length, await left()]).toEqual([2, 0])
  })
})

describe('endpoints that never answer', () => {
  /** Answers once the run is stopped, as a request does. */
  const hang = (signal: AbortSignal) =>
    new Promise<{ status: null; error: string }>((resolve) =>
      signal.addEventListener('abort', () => resolve({ status: null, error: 'stopped' })),
    )
  async function runUntil(isDone: () => boolean, send: typeof sendRequest, meanwhile = async () => {}) {
    const stopping = new AbortController()
    const run = pushAll(bank, { send }, stopping.signal)
    await meanwhile()
    await expect.poll(isDone).toBe(true)
    stopping.abort()
    await run
  }
  const addDevices = (person: Person, host: string, count: number) => bank.owner`
    insert into push_devices (id, person_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent, created_at)
    select gen_random_uuid(), ${person.id}, s.id, 'https://' || ${host}::text || '/' || n, sha256(gen_random_uuid()::text::bytea),
      ${phone.pair.getPublicKey()}, ${phone.auth}, '', now()
    from sessions s, generate_series(1, ${count}::int) n where s.person_id = ${person.id}`

  test('of one person delay no other person, whose notification may also come later', async () => {
    const ben = await bank.person()
    await addDevices(ada, 'silent.example.net', 9)
    await addDevices(ben, 'push.example.net', 1)
    for (let at = 0; at < 3; at++) await approveDeposit()
    const [sent, hung]: [string[], string[]] = [[], []]
    const send: typeof sendRequest = async (_rules, { url }, { signal }) => {
      if (url.includes('push.example.net')) return { status: sent.push(url) && 201, error: null }
      hung.push(url)
      return hang(signal)
    }
    await runUntil(
      () => sent.length === 1,
      send,
      async () => {
        await expect.poll(() => hung.length).toBe(4)
        await approveDeposit(ben)
      },
    )
    expect(hung).toHaveLength(4)
  })

  test('of one host, with devices of many people, leave places for other hosts', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => bank.person()))
    for (const person of people) await addDevices(person, 'Silent.example.net', 4)
    for (const person of people) await approveDeposit(person)
    await bank.owner`update push_devices set endpoint = 'https://push.example.net/x' where person_id = ${ada.id}`
    await approveDeposit()
    const [sent, hung]: [string[], string[]] = [[], []]
    const send: typeof sendRequest = async (_rules, { url }, { signal }) => {
      if (url.includes('push.example.net')) return { status: sent.push(url) && 201, error: null }
      hung.push(url)
      return hang(signal)
    }
    await runUntil(() => sent.length === 1, send)
    expect(hung).toHaveLength(16)
  })
})

test('an address that is not public is refused when it is connected to', async () => {
  const strict = { ...bank.config, pushAllow: [] }
  await approveDeposit()
  await pushAll(bank, { config: strict })
  expect([service.requests.length, await left()]).toEqual([0, 1])
  // A public name whose address is not.
  await bank.owner`update push_devices set endpoint = 'https://push.example.net/x'`
  const rebound: typeof sendRequest = (config, request, options) =>
    sendRequest(config, request, {
      ...options,
      resolve: ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
        callback(null, [{ address: '169.254.169.254', family: 4 }])) as never,
    })
  bank.clock.offsetMs = 61_000
  const reasons: unknown[] = []
  const log = { info: () => {}, warn: (fields: object) => void reasons.push(fields) }
  await pushAll(bank, { config: strict, send: rebound, log })
  expect(reasons).toMatchObject([{ status: null, reason: 'refused: not a public address (linkLocal)' }])
  expect(JSON.stringify(reasons)).not.toContain('push.example.net')
})
