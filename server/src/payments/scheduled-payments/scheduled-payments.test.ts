import { v7 as newId } from 'uuid'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addYears } from '#contract/payments/scheduled-payment-calendar.ts'
import { MAX_SCHEDULED_PAYMENTS, type ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'
import { FRESH_MS } from '../../access/freshness.ts'

const bank = useBank()
const { today, inDays, form, run, runsOf, transfersOf, noticesOf } = scheduledPaymentsOf(bank)
let admin: Person
afterEach(() => {
  bank.clock.offsetMs = 0
})
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const list = async (by: Person): Promise<ScheduledPayment[]> => (await by.call('GET', '/orders')).json()
const patch = (by: Person, id: string, body: unknown) => by.call('PATCH', `/orders/${id}`, { body })
const remove = (by: Person, id: string) => by.call('DELETE', `/orders/${id}`)
const attempts = async ({ id }: Person) => (await bank.sql`select pin_attempts from accounts where id = ${id}`)[0]
const setStatus = (id: string, status: string) =>
  admin.call('PATCH', '/admin/user', { body: { userId: id, updates: { status }, reason: 'A test' } })

describe('a scheduled payment', () => {
  test('is stored as approved, told to its owner, and moves nothing before its day', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const startOn = inDays(3)
    const response = await ada.call('POST', '/orders', {
      body: form({ startOn, name: ' Rent ', iban: 'DE89 3704 0044 0532 0130 00' }),
    })
    expect(response.statusCode).toBe(201)
    const payment: ScheduledPayment = response.json()
    expect(payment).toEqual({
      _id: expect.any(String),
      status: 'active',
      name: 'Rent',
      amount: 100,
      accountName: 'Grace Example',
      accountNumber: 'X0532013000',
      bankName: 'Example Savings Bank',
      iban: 'DE89370400440532013000',
      swiftCode: '',
      message: '',
      startOn,
      every: 'month',
      until: null,
      nextOn: startOn,
      nextDays: [startOn, ...payment.nextDays.slice(1)],
      retryDays: [],
      lastRun: null,
      endReason: null,
      createdAt: expect.any(String),
    })
    expect(payment.nextDays).toHaveLength(5)
    expect(await list(ada)).toEqual([payment])
    expect((await ada.call('GET', `/orders/${payment._id}/runs`)).json()).toEqual([])
    expect([await run(), await transfersOf(ada), await ada.balance()]).toEqual([
      0,
      [],
      { availableCents: 500_00n, heldCents: 0n },
    ])
    expect(await noticesOf(ada)).toEqual([['order.approved', 'created']])
  })

  test('that is made for today is paid at once, like a transfer, and once', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form())
    expect([await run(), await run()]).toEqual([1, 0])
    const [payment] = await list(ada)
    expect(payment).toMatchObject({
      status: 'active',
      nextOn: payment?.nextDays[0],
      lastRun: { dueOn: today(), status: 'sent', tries: 1, reason: null, amount: 100 },
    })
    expect(payment?.nextOn).not.toBe(today())
    const runs = (await ada.call('GET', `/orders/${_id}/runs`)).json()
    expect(runs).toEqual([payment?.lastRun])
    expect((await ada.call('GET', `/transactions/${runs[0].transactionId}`)).json()).toMatchObject({
      amount: -100,
      status: 'Pending',
      counterparty: { accountNumber: 'X0532013000' },
    })
    expect(await ada.balance()).toEqual({ availableCents: 400_00n, heldCents: 100_00n })
    const told = await bank.sql`select kind from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(told).toEqual([{ kind: 'transfer.submitted' }])
    expect(await bank.sql`select 1 from audit where subject_id = ${ada.id} and action <> 'account.funded'`).toEqual([])
  })

  test('once: ends when it is paid', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    await scheduled(ada, form({ every: 'once' }))
    expect(await run()).toBe(1)
    expect(await list(ada)).toMatchObject([{ status: 'ended', endReason: 'finished', nextOn: null, nextDays: [] }])
  })

  test('from a savings account: the others keep their money', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()
    await bank.fund(ada.id, 150_00n, bank.now(), savings._id)
    expect(await scheduled(ada, form({ accountId: savings._id }))).toMatchObject({ accountId: savings._id })
    await run()
    expect((await ada.call('GET', '/accounts')).json()).toMatchObject([{ balance: 500 }, { balance: 50, held: 100 }])
    const eve = await bank.person({ balanceCents: 500_00n })
    const stolen = await eve.call('POST', '/orders', { body: form({ accountId: savings._id }) })
    expect(refusalOf(stolen)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('made twice with one key is one; a wrong PIN with it is counted, and another amount refused', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const headers = { 'idempotency-key': 'rent' }
    const send = (changed = {}) => ada.call('POST', '/orders', { body: form(changed), headers })
    const both = await Promise.all([send(), send()])
    expect(tally(both)).toEqual({ 201: 2 })
    expect(both[0]?.json()._id).toBe(both[1]?.json()._id)
    expect(both.map((response) => response.headers['idempotency-replayed']).sort()).toEqual(['true', undefined])
    expect(tally([await send({ pin: '9999' }), await send({ amount: 7 })])).toEqual({
      '403 pin_incorrect': 1,
      '422 idempotency_key_reused': 1,
    })
    expect(await attempts(ada)).toEqual({ pin_attempts: 1 })
    expect((await send()).statusCode).toBe(201)
    expect([await list(ada), await run()]).toMatchObject([[{ _id: both[0]?.json()._id }], 1])
  })
})

describe('bad input', () => {
  test('is refused field by field, and nothing changes', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const own = await ada.accountNumber()
    const before = await databaseFingerprint(bank)
    const post = (changed: Record<string, unknown>) => ada.call('POST', '/orders', { body: form(changed) })
    for (const startOn of [
      '',
      'soon',
      '2026-02-30',
      '2026-13-01',
      '26-01-01',
      5,
      null,
      undefined,
      '9999-01-01',
      '2026-01-01T00:00:00Z',
    ])
      expect((await post({ startOn })).statusCode, String(startOn)).toBe(400)
    const outside = fieldError(
      'startOn',
      `Choose a day from ${today()} on, which is today at the bank, at most 2 years ahead.`,
    )
    for (const startOn of [addDays(today(), -1), addDays(addYears(today(), 2), 1), '1970-01-01', '2999-12-31'])
      expect(refusalOf(await post({ startOn })), startOn).toEqual(outside)
    for (const every of ['', 'day', 'year', 'Month', 3, null, undefined])
      expect((await post({ every })).statusCode, String(every)).toBe(400)
    expect(refusalOf(await post({ until: inDays(-1) }))).toEqual(
      fieldError('until', 'Choose a day that is not before the first payment.'),
    )
    expect(refusalOf(await post({ every: 'once', until: inDays(9) }))).toEqual(
      fieldError('until', 'A single payment has no end date.'),
    )
    for (const amount of [0, -1, 0.001, 1e300, 10_000_000_000, '5', true, null, undefined, [], { a: 1 }])
      expect((await post({ amount })).statusCode, JSON.stringify(amount)).toBe(400)
    for (const changed of [
      { iban: 'DE00' },
      { accountName: 'a\u0000b' },
      { name: 'x'.repeat(101) },
      { pin: undefined },
      { code: '1' },
      { nextOn: today() },
      { status: 'paused' },
    ])
      expect((await post(changed)).statusCode, JSON.stringify(changed)).toBe(400)
    expect(refusalOf(await post({ accountNumber: own }))).toMatchObject({ status: 400, code: 'same_account' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('in a change is refused too', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ startOn: inDays(2) }))
    const before = await databaseFingerprint(bank)
    for (const body of [
      {},
      { status: 'gone' },
      { status: null },
      { amount: 5 },
      { pin: '1234' },
      { amount: 0, pin: '1234' },
      { amount: 1e11, pin: '1234' },
      { status: 'paused', amount: 5, pin: '1234' },
      { accountNumber: '666', pin: '1234' },
      { startOn: today() },
      { status: 'paused', pin: '1234' },
      { status: 'ended', code: '12345' },
      { status: 'paused', authorisation: { id: newId(), response: {} } },
    ])
      expect((await patch(ada, _id, body)).statusCode, JSON.stringify(body)).toBe(400)
    for (const id of ['x', '1', encodeURIComponent("' or 1=1")])
      expect((await patch(ada, id, { status: 'paused' })).statusCode).toBe(400)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('a person has at most a hundred, also when several are made at once', async () => {
    const ada = await bank.person()
    await bank.owner`
      insert into orders (id, person_id, account_id, status, name, amount, party_name, party_account, party_bank, party_iban,
        party_swift, start_on, every, next_on, created_at)
      select gen_random_uuid(), ${ada.id}, ${ada.id}, 'active', 'x', 1, 'x', 'x', 'x', '', '', ${inDays(9)}, 'month', ${inDays(9)}, ${bank.now()}
      from generate_series(1, ${MAX_SCHEDULED_PAYMENTS - 2})`
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => ada.call('POST', '/orders', { body: form({ startOn: inDays(5) }) })),
    )
    expect(tally(responses)).toEqual({ 201: 2, '409 order_limit': 3 })
    const [first] = await list(ada)
    await remove(ada, first?._id ?? '')
    expect(tally([await ada.call('POST', '/orders', { body: form({ startOn: inDays(5) }) })])).toEqual({ 201: 1 })
  })
})

describe('approval', () => {
  test('wrong PINs are counted and lock it, as for a transfer', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const post = (pin: string) => ada.call('POST', '/orders', { body: form({ pin }) })
    for (let wrong = 1; wrong <= 5; wrong++) expect(tally([await post('9999')])).toEqual({ '403 pin_incorrect': 1 })
    expect(tally([await post('1234'), await ada.call('POST', '/transfer', { body: form() })])).toMatchObject({
      '423 pin_locked': 1,
    })
    expect(await list(ada)).toEqual([])
    const none = await bank.person({ pin: null })
    expect(tally([await none.call('POST', '/orders', { body: form() })])).toEqual({ '403 pin_missing': 1 })
  })

  test('a transaction code is needed where a transfer needs one', async () => {
    const ada = await bank.person({ balanceCents: 500_00n, code: { code: '12345', expiresAt: new Date('2099-01-01') } })
    const post = (changed: object) => ada.call('POST', '/orders', { body: form({ startOn: inDays(5), ...changed }) })
    expect(tally([await post({}), await post({ code: '54321' }), await post({ code: '12345' })])).toEqual({
      '403 code_required': 1,
      '403 code_incorrect': 1,
      201: 1,
    })
    const [payment] = await list(ada)
    const change = (body: object) => patch(ada, payment?._id ?? '', { amount: 5, pin: '1234', ...body })
    expect(tally([await change({}), await change({ code: '12345' })])).toEqual({ '403 code_required': 1, 200: 1 })
  })

  test('another amount needs the PIN, and the next payment has it', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form())
    expect(refusalOf(await patch(ada, _id, { amount: 400, pin: '9999' }))).toMatchObject({ code: 'pin_incorrect' })
    expect((await list(ada))[0]?.amount).toBe(100)
    expect(await attempts(ada)).toEqual({ pin_attempts: 1 })
    expect((await patch(ada, _id, { amount: 120.5, pin: '1234' })).json()).toMatchObject({
      _id,
      amount: 120.5,
      status: 'active',
    })
    expect(await noticesOf(ada)).toEqual([
      ['order.approved', 'created'],
      ['order.approved', 'amount'],
    ])
    expect([await run(), await transfersOf(ada)]).toMatchObject([1, [{ amount: -120_50n }]])
  })

  test.each([
    ['Pending', 'account_pending'],
    ['Frozen', 'account_frozen'],
  ])('a person who is %s schedules and resumes nothing', async (status, code) => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ startOn: inDays(2) }))
    await setStatus(ada.id, status)
    const post = await ada.call('POST', '/orders', { body: form() })
    expect((await patch(ada, _id, { status: 'paused' })).statusCode).toBe(200)
    for (const response of [
      post,
      await patch(ada, _id, { status: 'active' }),
      await patch(ada, _id, { amount: 5, pin: '1234' }),
    ])
      expect(refusalOf(response)).toMatchObject({ status: 403, code })
    expect((await remove(ada, _id)).statusCode).toBe(204)
  })
})

describe('a scheduled payment of another person', () => {
  test('is not found, whatever is tried', async () => {
    const [ada, eve] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ balanceCents: 500_00n })]
    const { _id } = await scheduled(ada, form({ startOn: inDays(1) }))
    const before = await databaseFingerprint(bank)
    for (const id of [_id, newId()])
      for (const response of [
        await patch(eve, id, { status: 'paused' }),
        await patch(eve, id, { status: 'ended' }),
        await patch(eve, id, { amount: 499, pin: '1234' }),
        await remove(eve, id),
        await eve.call('GET', `/orders/${id}/runs`),
      ])
        expect(refusalOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await list(eve)).toEqual([])
    expect(await databaseFingerprint(bank)).toEqual(before)
  })
})

describe('pausing, ending and deleting', () => {
  test('stop what is due; resuming does not make up for days that passed', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ every: 'week' }))
    expect((await patch(ada, _id, { status: 'paused' })).json()).toMatchObject({
      status: 'paused',
      nextOn: null,
      nextDays: [],
    })
    expect(await run()).toBe(0)
    expect((await patch(ada, _id, { status: 'active' })).json()).toMatchObject({ status: 'active', nextOn: today() })
    expect(await run()).toBe(1)
    for (const status of ['paused', 'active', 'active', 'paused', 'active'])
      expect((await patch(ada, _id, { status })).statusCode).toBe(200)
    expect((await list(ada))[0]?.nextOn).toBe(inDays(7))
    expect(await run()).toBe(0)
    expect(await runsOf(_id)).toEqual([{ due: today(), status: 'sent', tries: 1, reason: null }])
  })

  test('resuming after the last day ends it, and says so', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ every: 'once' }))
    await patch(ada, _id, { status: 'paused' })
    await bank.owner`update orders set start_on = start_on - 1 where id = ${_id}`
    expect((await patch(ada, _id, { status: 'active' })).json()).toMatchObject({
      status: 'ended',
      endReason: 'finished',
    })
    expect(await noticesOf(ada)).toEqual([
      ['order.approved', 'created'],
      ['order.changed'],
      ['order.ended', 'finished'],
    ])
  })

  test('need a fresh session unless it only pauses', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ startOn: inDays(2) }))
    bank.clock.offsetMs += FRESH_MS
    expect(
      tally([
        await remove(ada, _id),
        await patch(ada, _id, { status: 'ended' }),
        await patch(ada, _id, { status: 'paused' }),
        await patch(ada, _id, { status: 'active' }),
      ]),
    ).toEqual({ '403 confirmation_required': 3, 200: 1 })
    expect(await list(ada)).toMatchObject([{ status: 'paused' }])
  })

  test('are final once ended; a deleted one is no longer listed', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form())
    expect((await patch(ada, _id, { status: 'ended' })).json()).toMatchObject({
      status: 'ended',
      endReason: 'by_owner',
      nextOn: null,
    })
    for (const body of [{ status: 'active' }, { status: 'paused' }, { amount: 5, pin: '1234' }])
      expect(refusalOf(await patch(ada, _id, body))).toMatchObject({ status: 409, code: 'order_ended' })
    expect((await remove(ada, _id)).statusCode).toBe(204)
    expect([(await remove(ada, _id)).statusCode, await list(ada), await run()]).toEqual([404, [], 0])
    expect((await ada.call('GET', `/orders/${_id}/runs`)).statusCode).toBe(404)
    expect(await noticesOf(ada)).toEqual([['order.approved', 'created'], ['order.changed'], ['order.changed']])
  })
})
