import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, fieldError, refusalOf } from '../../../test/money.ts'
import { ALLOW_LOCAL, addWebhook, deliverAll, openReceiver } from '../../../test/webhook-receiver.ts'
import { FINGERPRINT } from '../../bootstrap/load-keys.ts'
import { rotateSecret } from '../../bootstrap/rotate-secret.ts'
import { registerBankMetrics } from '../../http/observation/bank-metrics.ts'
import { deriveKeys, fingerprintOf } from '../../platform/crypto/keys.ts'

const SECRET = 'a secret for tests that is long enough'
const bank = useBank({ config: { ...ALLOW_LOCAL, demo: false } })
let admin: Person
let ada: Person
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  ada = await bank.person()
})
beforeEach(async () => {
  await bank.owner`delete from webhooks`
  await bank.owner`delete from webhook_deliveries`
  await bank.owner`delete from webhook_queues`
  receiver.received.length = 0
  receiver.state.behavior = () => 204
})
afterAll(() => receiver.close())

const HOOKS = '/admin/webhooks'
const deposit = async () =>
  ada.call('POST', '/deposit', { body: { amount: 1, method: 'bank', receipt: await createUpload(bank, ada) } })
const add = (url: unknown, events: unknown = ['transaction.created'], by = admin) =>
  by.call('POST', HOOKS, { body: { url, events } })
const actions = async (after: Date) =>
  (await bank.sql<{ action: string }[]>`select action from audit where at >= ${after} order by number`).map(
    ({ action }) => action,
  )

test('adds a webhook, shows its secret once, keeps it encrypted, and tells every administrator', async () => {
  const other = await bank.person({ role: 'Admin' })
  const { _id, secret } = await addWebhook(admin, receiver.url, ['person.updated', 'person.updated'])
  expect((await admin.call('GET', HOOKS)).json()).toEqual([
    {
      _id,
      url: receiver.url,
      events: ['person.updated'],
      status: 'active',
      failures: 0,
      pending: 0,
      disabledAt: null,
      createdAt: expect.any(String),
      createdBy: { _id: admin.id, fullName: 'Grace Admin' },
    },
  ])
  const [row] = await bank.owner<{ text: string }[]>`select w::text as text from webhooks w`
  const [asText, asBytes] = [Buffer.from(secret), Buffer.from(secret.slice(6), 'base64')]
  for (const plain of [secret, ...[asText, asBytes].map((bytes) => bytes.toString('hex'))])
    expect(row?.text).not.toContain(plain)
  const [entry] = await bank.sql<{ after: object }[]>`select after from audit where action = 'webhook.added'
    order by at desc limit 1`
  expect(entry?.after).toEqual({ webhookId: _id, url: receiver.url, events: 'person.updated' })
  const notified = await bank.sql<{ person_id: string }[]>`
    select person_id from outbox where kind = 'webhook.added' and data->>'webhookId' = ${_id}`
  expect(notified.map(({ person_id }) => person_id)).toEqual(expect.arrayContaining([admin.id, other.id]))
})

test('the secret still signs after APP_SECRET was changed', async () => {
  const { _id, secret } = await addWebhook(admin, receiver.url)
  const { decryptWebhookSecret } = await import('./signature.ts')
  await bank.owner`insert into bank_facts (name, value) values (${FINGERPRINT}, ${fingerprintOf(SECRET)})
    on conflict (name) do update set value = excluded.value`
  const next = 'another secret for tests, long enough'
  const rotated = await rotateSecret(bank.owner, { secret: next, previous: SECRET })
  expect(rotated.find(({ what }) => what === 'webhook secret')).toMatchObject({ reencrypted: 1, total: 1 })
  const [row] = await bank.owner<{ secret: Buffer }[]>`select secret from webhooks`
  const stored = row?.secret ?? Buffer.alloc(0)
  expect(decryptWebhookSecret(deriveKeys(next), _id, stored)).toBe(secret)
  expect(decryptWebhookSecret(bank.keys, _id, stored)).toBeNull()
})

test.each([
  ['no scheme', 'example.com', 400],
  ['another scheme', 'ftp://example.com/', 400],
  ['credentials', 'https://user:pass@example.com/', 400],
  ['a fragment', 'https://example.com/#x', 400],
  ['a number', 5, 400],
  ['too long', `https://example.com/${'x'.repeat(500)}`, 400],
  ['line breaks', 'https://example.com/\r\nx: y', 400],
  ['not https', 'http://example.com/', 409],
  ['a private address', 'https://10.0.0.1/', 409],
  ['metadata', 'http://169.254.169.254/', 409],
  ['a decimal loopback address', 'https://2130706434/', 409],
  ['mapped IPv6', 'https://[::ffff:10.0.0.1]/', 409],
  ['no such address', 'https://999.999.999.999/', 409],
  ['a port out of range', 'https://example.com:99999/', 409],
])('refuses an address with %s', async (_, url, status) => {
  const response = await add(url)
  expect([response.statusCode, response.json().code]).toEqual([
    status,
    status === 400 ? 'invalid' : 'webhook_url_refused',
  ])
  expect(await bank.sql`select 1 from webhooks`).toEqual([])
})

test('refuses unknown events and no events, and more than twenty webhooks, also at once', async () => {
  expect(refusalOf(await add(receiver.url, []))).toEqual(fieldError('events', 'Choose at least one event.'))
  expect((await add(receiver.url, ['balance.changed'])).statusCode).toBe(400)
  const responses = await Promise.all(Array.from({ length: 22 }, () => add(receiver.url)))
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
  expect(refusalOf(await add(receiver.url))).toMatchObject({ status: 409, code: 'webhook_limit' })
})

test('is for administrators', async () => {
  for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const) {
    const person = await bank.person({ role })
    expect((await add(receiver.url, ['person.updated'], person)).statusCode).toBe(403)
    expect((await person.call('GET', HOOKS)).statusCode).toBe(403)
  }
  expect(await bank.sql`select 1 from webhooks`).toEqual([])
})

test('keeps the events of a paused webhook, sends them when it is resumed, and none after it is deleted', async () => {
  const began = bank.now()
  const { _id } = await addWebhook(admin, receiver.url)
  const path = `${HOOKS}/${_id}`
  const setPaused = async (paused: unknown) => admin.call('PATCH', path, { body: { paused } })
  expect((await setPaused(true)).json()).toMatchObject({ _id, status: 'paused' })
  expect((await setPaused(true)).json()).toMatchObject({ status: 'paused' })
  expect(refusalOf(await setPaused('yes'))).toMatchObject({ status: 400 })
  await deposit()
  await deliverAll(bank)
  expect(receiver.received).toEqual([])
  expect((await admin.call('GET', HOOKS)).json()[0].pending).toBe(1)
  expect((await setPaused(false)).json()).toMatchObject({ status: 'active', pending: 1 })
  await deliverAll(bank)
  expect(receiver.events()).toEqual(['transaction.created Pending'])
  await deposit()
  expect((await admin.call('DELETE', path)).statusCode).toBe(204)
  await deliverAll(bank)
  expect(receiver.received).toHaveLength(1)
  expect((await admin.call('DELETE', path)).statusCode).toBe(404)
  expect((await setPaused(false)).statusCode).toBe(404)
  expect((await admin.call('GET', `${path}/deliveries`)).statusCode).toBe(404)
  expect(await actions(began)).toEqual(['webhook.added', 'webhook.paused', 'webhook.resumed', 'webhook.deleted'])
})

test('lists deliveries page by page and by status, and sends one again by hand with the same id', async () => {
  const { _id } = await addWebhook(admin, receiver.url)
  const path = `${HOOKS}/${_id}/deliveries`
  const list = async (query = {}) => (await admin.call('GET', path, { query })).json()
  receiver.state.behavior = () => 500
  await deposit()
  await deposit()
  await deliverAll(bank)
  const [second, first] = await list()
  expect(first).toEqual({
    _id: expect.any(String),
    messageId: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    event: 'transaction.created',
    status: 'pending',
    attempts: 1,
    response: 500,
    error: 'HTTP 500',
    createdAt: expect.any(String),
    attemptedAt: expect.any(String),
    nextAttemptAt: expect.any(String),
    userId: ada.id,
  })
  expect(second).toMatchObject({ status: 'pending', attempts: 0, response: null, nextAttemptAt: null })
  const page = await admin.call('GET', path, { query: { limit: '1' } })
  expect(page.json()).toEqual([second])
  expect(page.headers.link).toContain(`cursor=${second._id}`)
  expect(await list({ status: 'delivered' })).toEqual([])

  // A pending one becomes due now: its turn is seconds away.
  receiver.state.behavior = () => 204
  const resend = (id: string) => admin.call('POST', `${path}/${id}/resend`)
  expect((await resend(first._id)).statusCode).toBe(202)
  await deliverAll(bank)
  expect((await list()).map(({ status }: { status: string }) => status)).toEqual(['delivered', 'delivered'])
  expect(receiver.received).toHaveLength(3)

  // A delivered one is sent once more, also when two administrators ask.
  const [one, two] = await Promise.all([resend(first._id), resend(first._id)])
  expect([one?.statusCode, two?.statusCode]).toEqual([202, 202])
  await deliverAll(bank)
  expect(receiver.received).toHaveLength(4)
  expect(receiver.received[3]?.id).toBe(receiver.received[0]?.id)
  expect(receiver.received[3]?.id).toBe(first.messageId)
  await admin.call('PATCH', `${HOOKS}/${_id}`, { body: { paused: true } })
  expect(refusalOf(await resend(first._id))).toMatchObject({ status: 409, code: 'webhook_not_active' })
  expect((await resend(_id)).statusCode).toBe(404)
  // Of another webhook.
  const other = await addWebhook(admin, receiver.url)
  expect((await admin.call('POST', `${HOOKS}/${other._id}/deliveries/${first._id}/resend`)).statusCode).toBe(404)
})

test('“send again” leaves a queue alone that a server is working on', async () => {
  const { _id } = await addWebhook(admin, receiver.url)
  receiver.state.behavior = () => 'hang'
  const hanging = receiver.state.hanging
  await deposit()
  const stop = new AbortController()
  const delivering = deliverAll(bank, {}, stop.signal)
  await expect.poll(() => receiver.state.hanging).toBe(hanging + 1)
  const path = `${HOOKS}/${_id}/deliveries`
  const [delivery] = (await admin.call('GET', path)).json()
  // As if the request had arrived before the claim.
  bank.clock.offsetMs = -1_000
  expect((await admin.call('POST', `${path}/${delivery._id}/resend`)).statusCode).toBe(202)
  bank.clock.offsetMs = 0
  await deliverAll(bank)
  expect(receiver.received).toHaveLength(1)
  stop.abort()
  await delivering
})

test('the audit log has the address without its query, and metrics count no deliveries of deleted webhooks', async () => {
  const began = bank.now()
  const { _id } = await addWebhook(admin, `${receiver.url}?token=hush`)
  expect((await admin.call('GET', HOOKS)).json()).toMatchObject([{ url: `${receiver.url}?token=hush` }])
  receiver.state.behavior = () => 500
  await deposit()
  await deliverAll(bank)
  const metric = async (name: string) => {
    const registry = new Registry()
    const none = () => 0
    const { sql, now } = bank
    const server = { ledger: () => null, streams: none, secondsSinceWrite: none, clockSkewSeconds: none }
    registerBankMetrics(registry, { sql, now, pools: {}, ...server })
    return (await registry.getSingleMetric(name)?.get())?.values[0]?.value
  }
  const pending = () => metric('openteller_webhook_deliveries_pending')
  expect(await pending()).toBe(1)
  // It is due again only after a pause, but it fails since then.
  await bank.owner`update webhook_queues set failing_since = failing_since - interval '2 hours'`
  expect(await metric('openteller_webhook_lag_seconds')).toBeGreaterThan(7_000)
  const [delivery] = (await admin.call('GET', `${HOOKS}/${_id}/deliveries`)).json()
  await admin.call('POST', `${HOOKS}/${_id}/deliveries/${delivery._id}/resend`)
  for (const paused of [true, false]) await admin.call('PATCH', `${HOOKS}/${_id}`, { body: { paused } })
  await admin.call('DELETE', `${HOOKS}/${_id}`)
  expect(await pending()).toBe(0)
  const entries = await bank.sql<{ text: string; url: string }[]>`
    select before::text || after::text as text, after->>'url' as url from audit where at >= ${began}`
  expect(entries.map(({ url }) => url)).toEqual(Array(5).fill(receiver.url))
  expect(entries.map(({ text }) => text).join()).not.toContain('hush')
})

test('a webhook that answers 410 is disabled at once, and resuming enables it', async () => {
  const { _id } = await addWebhook(admin, receiver.url)
  receiver.state.behavior = () => 410
  await deposit()
  await deliverAll(bank)
  expect((await admin.call('GET', HOOKS)).json()).toMatchObject([{ status: 'disabled', failures: 1 }])
  const resumed = await admin.call('PATCH', `${HOOKS}/${_id}`, { body: { paused: false } })
  expect(resumed.json()).toMatchObject({ status: 'active', failures: 0, disabledAt: null })
})
