import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhook-events.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, transferForm } from '../../../test/money.ts'
import { ALLOW_LOCAL, addWebhook, deliverAll, openReceiver, webhookJobs } from '../../../test/webhook-receiver.ts'

const HOUR_MS = 3_600_000
const TRANSACTIONS = WEBHOOK_EVENTS.filter((event) => event.startsWith('transaction.'))
const bank = useBank({ config: { ...ALLOW_LOCAL, instantUpToCents: 1_000_00n } })
let admin: Person
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
  admin = await bank.person({ role: 'Admin' })
})
afterEach(async () => {
  receiver.state.behavior = () => 204
  await bank.owner`delete from webhooks`
  await bank.owner`delete from webhook_queues`
  await bank.owner`delete from webhook_deliveries`
  await bank.owner`update outbox set webhook = null where webhook`
  receiver.received.length = 0
  bank.clock.offsetMs = 0
  bank.clock.serverSkewMs = 0
})
afterAll(() => receiver.close())

const deliveries = () => bank.sql<{ event: string; state: string; attempts: number; error: string }[]>`
  select event, state, attempts, error from webhook_deliveries order by person_id, number, part`
const deposit = async (person: Person, amount = 5) => {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id as string
}
const decide = (what: 'approve' | 'decline', transactionId: string) =>
  admin.call('POST', `/deposit/${what}`, { body: { transactionId, ...(what === 'decline' ? { reason: 'No' } : {}) } })

test('sends what the receiver verifies with the Standard Webhooks library', async () => {
  const { secret } = await addWebhook(admin, receiver.url)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const ada = await bank.person()
  const id = await deposit(ada)
  await deliverAll(bank)
  const [one, ...others] = receiver.received
  if (!one) throw new Error('Nothing was received')
  expect(others).toEqual([])
  const verified = new StandardWebhook(secret).verify(one.body, one.headers as Record<string, string>)
  expect(verified).toEqual({
    type: 'transaction.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { _id: id, userId: ada.id, accountId: ada.id, type: 'Deposit', status: 'Pending', reverses: null },
  })
  expect(() => new StandardWebhook(secret).verify(`${one.body} `, one.headers as Record<string, string>)).toThrow()
  const other = new StandardWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
  expect(() => other.verify(one.body, one.headers as Record<string, string>)).toThrow()
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, error: '' }])
  expect(await bank.sql`select 1 from webhook_queues`).toEqual([])
})

test('every transaction is created once and ends once, whatever made it', async () => {
  await addWebhook(admin, receiver.url, WEBHOOK_EVENTS)
  const [ada, bob] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
  const savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: savings, amount: 10 } })
  await ada.call('POST', '/transfer', {
    body: transferForm({ accountNumber: await bob.accountNumber(), bankName: '', amount: 20 }),
  })
  await decide('approve', await deposit(ada))
  await decide('decline', await deposit(ada))
  const pending = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 3 }) })).json()._id
  await ada.call('POST', '/transfer/cancel', { body: { transactionId: pending } })
  const debit = await admin.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 1 } })
  expect(debit.statusCode).toBeLessThan(300)
  await admin.call('PATCH', '/admin/user', {
    body: { userId: bob.id, updates: { status: 'Frozen' }, reason: 'Asked for it' },
  })
  await deliverAll(bank)

  const states = new Map<string, string[]>()
  for (const { payload } of receiver.received)
    if (payload.type.startsWith('transaction.'))
      states.set(payload.data._id, [...(states.get(payload.data._id) ?? []), payload.type.slice(12)])
  const rows = await bank.sql<{ id: string; status: string }[]>`
    select t.id, t.status from transactions t join accounts a on a.id = t.account_id
    where a.owner_id = any(${[ada.id, bob.id]}::uuid[])`
  expect(rows.map(({ id }) => [id, states.get(id)?.[0], states.get(id)?.length]).sort()).toEqual(
    rows.map(({ id }) => [id, 'created', 2]).sort(),
  )
  const ended = (end: string) => [...states.values()].filter(([, last]) => last === end).length
  expect([ended('completed'), ended('declined'), ended('cancelled')]).toEqual([rows.length - 2, 1, 1])
  expect(receiver.events(bob.id).at(-1)).toBe('person.updated Frozen')
  expect(receiver.received.map(({ payload }) => payload.type)).toContain('account.updated')
  // Ids and states only.
  expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/amount|balance|name|email/i)
})

test('keeps the order of a person’s events through retries, and holds back no other person', async () => {
  await addWebhook(admin, receiver.url, TRANSACTIONS)
  const [ada, bob] = [await bank.person(), await bank.person()]
  receiver.state.behavior = ({ payload }) => (payload.data.userId === ada.id ? 500 : 200)
  await decide('approve', await deposit(ada))
  await decide('decline', await deposit(ada))
  await decide('approve', await deposit(bob))
  await deliverAll(bank)
  expect(receiver.events(bob.id)).toEqual(['transaction.created Pending', 'transaction.completed Completed'])
  expect(receiver.events(ada.id)).toEqual(['transaction.created Pending'])
  // Not before the pause is over; then it is longer.
  await deliverAll(bank)
  expect(receiver.events(ada.id)).toHaveLength(1)
  bank.clock.offsetMs = 6_000
  await deliverAll(bank)
  expect(receiver.events(ada.id)).toHaveLength(2)
  bank.clock.offsetMs = 12_000
  await deliverAll(bank)
  expect(receiver.events(ada.id)).toHaveLength(2)

  receiver.state.behavior = () => 200
  bank.clock.offsetMs = 60_000
  await deliverAll(bank)
  expect(receiver.events(ada.id).slice(2)).toEqual([
    'transaction.created Pending',
    'transaction.completed Completed',
    'transaction.created Pending',
    'transaction.declined Declined',
  ])
  const first = receiver.received.filter(({ payload }) => payload.data.userId === ada.id).slice(0, 3)
  expect(new Set(first.map(({ id }) => id)).size).toBe(1)
})

test('gives up an event that failed for three days by the database’s clock, and goes on with the next', async () => {
  const { _id } = await addWebhook(admin, receiver.url, TRANSACTIONS)
  const ada = await bank.person()
  receiver.state.behavior = ({ payload }) => (payload.type === 'transaction.created' ? 500 : 200)
  await decide('approve', await deposit(ada))
  const after = async (ms: number) => {
    bank.clock.serverSkewMs += ms
    await deliverAll(bank)
    return (await deliveries()).map(({ state, attempts, error }) => [state, attempts, error])
  }
  const waiting = ['pending', 0, '']
  // Neither the time before the first attempt counts, nor a jump of the server's clock.
  await after(0)
  await bank.owner`update webhook_deliveries set created_at = created_at - interval '10 days'`
  expect(await after(90 * HOUR_MS)).toEqual([['pending', 2, 'HTTP 500'], waiting])
  // Nor what was before the webhook was resumed.
  const age = () => bank.owner`update webhook_queues set failing_since = failing_since - interval '3 days'`
  await age()
  const other = await bank.person({ role: 'Admin' })
  for (const paused of [true, false]) await other.call('PATCH', `/admin/webhooks/${_id}`, { body: { paused } })
  expect(await after(0)).toEqual([['pending', 3, 'HTTP 500'], waiting])
  await age()
  expect(await after(9 * HOUR_MS)).toEqual([['failed', 4, 'HTTP 500'], waiting])
  expect(await after(6_000)).toEqual([
    ['failed', 4, 'HTTP 500'],
    ['delivered', 1, ''],
  ])
})

test('during an outage one person’s event is tried after growing pauses, however many wait', async () => {
  await addWebhook(admin, receiver.url)
  receiver.state.behavior = () => 503
  const people = await Promise.all(Array.from({ length: 20 }, () => bank.person()))
  await Promise.all(people.map((person) => deposit(person)))
  const attemptsAt = async (seconds: number) => {
    bank.clock.offsetMs = seconds * 1_000
    await Promise.all([deliverAll(bank), deliverAll(bank)])
    return receiver.received.length
  }
  // At first all that are sent at the same time, by two servers.
  const first = await attemptsAt(0)
  expect(first).toBeLessThanOrEqual(16)
  const later = []
  for (const seconds of [4, 6, 30, 37, 100, 160, 161, 600, 770]) later.push((await attemptsAt(seconds)) - first)
  expect(later).toEqual([0, 1, 1, 2, 2, 3, 3, 3, 4])
  // Staff need not wait; one success sends the rest, but for those in a pause of their own.
  receiver.state.behavior = () => 200
  await bank.owner`update webhook_queues set due_at = least(due_at, now())`
  const [last] = await bank.sql<{ id: string; webhook_id: string; person_id: string }[]>`
    select d.id, d.webhook_id, d.person_id from webhook_deliveries d
    join webhook_queues q using (webhook_id, person_id) order by q.due_at desc limit 1`
  await admin.call('POST', `/admin/webhooks/${last?.webhook_id}/deliveries/${last?.id}/resend`)
  expect(await attemptsAt(771)).toBe(first + 4 + 20)
  expect(receiver.received[first + 4]?.payload.data.userId).toBe(last?.person_id)
})

test('an event that is refused again and again delays other people by seconds', async () => {
  await addWebhook(admin, receiver.url)
  const ada = await bank.person()
  receiver.state.behavior = ({ payload }) => (payload.data.userId === ada.id ? 500 : 200)
  await deposit(ada)
  for (const hours of [0, 1, 2, 5, 10, 20]) {
    bank.clock.offsetMs = hours * HOUR_MS
    await deliverAll(bank)
  }
  expect(receiver.received).toHaveLength(6)
  const bob = await bank.person()
  await deposit(bob)
  bank.clock.offsetMs += 6_000
  await deliverAll(bank)
  expect(receiver.events(bob.id)).toHaveLength(1)
})

test('disables a webhook after a hundred failures in a row, and notifies the administrators', async () => {
  const { _id } = await addWebhook(admin, receiver.url)
  receiver.state.behavior = () => 503
  const ada = await bank.person()
  await deposit(ada)
  await deliverAll(bank)
  await bank.owner`update webhooks set failures = 98`
  // One success in between starts again.
  receiver.state.behavior = () => 200
  bank.clock.offsetMs = 6_000
  await deliverAll(bank)
  const read = async () =>
    (await bank.sql`select disabled_at is not null as disabled, failures from webhooks where id = ${_id}`)[0]
  expect(await read()).toEqual({ disabled: false, failures: 0 })

  receiver.state.behavior = () => 503
  await deposit(ada)
  await deliverAll(bank)
  await bank.owner`update webhooks set failures = 98`
  for (const seconds of [20, 60]) {
    expect(await read()).toMatchObject({ disabled: false })
    bank.clock.offsetMs = seconds * 1_000
    await deliverAll(bank)
  }
  expect(await read()).toEqual({ disabled: true, failures: 100 })
  expect(receiver.received).toHaveLength(5)
  const bell = await bank.sql<{ data: object }[]>`
    select data from outbox where person_id = ${admin.id} and kind = 'webhook.disabled'`
  expect(bell).toEqual([{ data: { webhookId: _id, host: `127.0.0.1:${receiver.port}` } }])
  // Nothing is sent until it is resumed; then everything, in order.
  bank.clock.offsetMs += 24 * HOUR_MS
  receiver.state.behavior = () => 200
  await deliverAll(bank)
  expect(receiver.received).toHaveLength(5)
  const other = await bank.person({ role: 'Admin' })
  expect((await other.call('PATCH', `/admin/webhooks/${_id}`, { body: { paused: false } })).json().status).toBe(
    'active',
  )
  await deliverAll(bank)
  expect((await deliveries()).filter(({ state }) => state === 'pending')).toEqual([])
})

test('two servers deliver each event once, and a person’s events in order', async () => {
  await addWebhook(admin, receiver.url, TRANSACTIONS)
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => bank.person()))
  const stop = new AbortController()
  receiver.state.behavior = (_, response) => void setImmediate(() => response.writeHead(204).end())
  const servers = [1, 2, 3].map(async () => {
    while (!stop.signal.aborted) await deliverAll(bank)
  })
  for (let round = 0; round < 3; round++)
    await Promise.all(people.map(async (person) => decide('approve', await deposit(person))))
  await expect.poll(() => receiver.received.length).toBe(36)
  stop.abort()
  await Promise.all(servers)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(36)
  for (const { id } of people)
    expect(receiver.events(id)).toEqual(
      [1, 2, 3].flatMap(() => ['transaction.created Pending', 'transaction.completed Completed']),
    )
})

test('an event is sent again, with the same id, when the server dies before it notes the delivery', async () => {
  await addWebhook(admin, receiver.url, TRANSACTIONS)
  const ada = await bank.person()
  await decide('approve', await deposit(ada))
  const dies = { send: (send: () => Promise<unknown>) => send().then(() => Promise.reject(new Error('killed'))) }
  await expect(deliverAll(bank, { steps: dies })).rejects.toThrow('killed')
  // Not before the lease ends: the server may be slow, and not dead.
  await deliverAll(bank)
  expect(receiver.received).toHaveLength(1)
  bank.clock.offsetMs = 61_000
  await deliverAll(bank)
  expect(receiver.events()).toEqual([
    'transaction.created Pending',
    'transaction.created Pending',
    'transaction.completed Completed',
  ])
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
})

test('a receiver that hangs is cut off, delays no other webhook, and no stop of the bank', async () => {
  const other = await openReceiver()
  const events = ['transaction.created']
  await addWebhook(admin, receiver.url, events)
  await addWebhook(admin, other.url, events)
  receiver.state.behavior = () => 'hang'
  await deposit(await bank.person())
  const stop = new AbortController()
  const delivering = deliverAll(bank, {}, stop.signal)
  await expect.poll(() => [other.received.length, receiver.state.hanging]).toEqual([1, 1])
  await deposit(await bank.person())
  const delivered = async () => (await deliveries()).filter(({ state }) => state === 'delivered').length
  await expect.poll(delivered).toBe(2)
  stop.abort()
  await delivering
  // Not a failure of the receiver: it is due again at once.
  expect((await deliveries()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
    ['delivered', 1],
    ['delivered', 1],
    ['pending', 0],
    ['pending', 0],
  ])
  await other.close()
})

test('a bank without webhooks marks nothing in the outbox, and old deliveries are deleted', async () => {
  await deposit(await bank.person())
  expect(await bank.sql`select 1 from outbox where webhook`).toEqual([])
  await addWebhook(admin, receiver.url)
  await deposit(await bank.person())
  const [deleteOld, deliver] = webhookJobs(bank)
  const { signal } = new AbortController()
  await deliver?.run(signal)
  expect(await deliveries()).toHaveLength(1)
  await deleteOld?.run(signal)
  expect(await deliveries()).toHaveLength(1)
  // By the database's clock they are young.
  bank.clock.serverSkewMs = 31 * 24 * HOUR_MS
  await deleteOld?.run(signal)
  expect(await deliveries()).toHaveLength(1)
  receiver.state.behavior = () => 500
  await deposit(await bank.person())
  await deliver?.run(signal)
  await bank.owner`update webhook_deliveries set created_at = now() - interval '31 days'`
  await deleteOld?.run(signal)
  expect(await deliveries()).toMatchObject([{ state: 'pending' }])
  await bank.owner`delete from webhooks`
  await deleteOld?.run(signal)
  expect(await deliveries()).toEqual([])
})
