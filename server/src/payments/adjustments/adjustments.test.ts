import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'

const bank = useBank({ config: { bankTimeZone: 'Pacific/Auckland' } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', balanceCents: 500_00n })
})

type Form = Record<string, unknown>
/** It answers the question about a date before the account existed. */
const adjust = (path: '/admin/fund' | '/admin/debit', form: Form, key?: string) =>
  send(path, { ...form, ...(form.createdAt === undefined ? {} : { confirm: true }) }, key)
const send = (path: '/admin/fund' | '/admin/debit', body: Form, key?: string) =>
  admin.call('POST', path, { body, headers: key ? { 'idempotency-key': key } : {} })
const fund = (person: { id: string }, more: Form = {}, key?: string) =>
  adjust('/admin/fund', { userId: person.id, amount: 100, ...more }, key)
const debit = (person: { id: string }, more: Form = {}, key?: string) =>
  adjust('/admin/debit', { userId: person.id, amount: 100, ...more }, key)
const ago = (ms: number) => new Date(bank.now().getTime() - ms).toISOString()
const DAY = 86_400_000

describe('fund', () => {
  test('is Completed, posted immediately against the adjustments account, and audited', async () => {
    const ada = await bank.person()
    const response = await fund(ada, { amount: 250.25, note: 'Welcome gift' })
    expect(response.statusCode).toBe(201)
    const transaction = response.json()
    expect(transaction).toMatchObject({
      type: 'Deposit',
      amount: 250.25,
      status: 'Completed',
      method: 'adjustment',
      counterparty: null,
      createdAt: transaction.bookedAt,
    })
    expect(transaction).not.toHaveProperty('note')
    expect(await ada.postings()).toEqual([
      { amount: 250_25n, balance_after: 250_25n, contra: 'adjustments', transaction_id: transaction._id },
    ])
    const [act] =
      await bank.sql`select actor_id, subject_id, action, before, after from audit where subject_id = ${ada.id}`
    expect(act).toMatchObject({
      actor_id: admin.id,
      subject_id: ada.id,
      action: 'account.funded',
      before: { balanceCents: '0' },
      after: { balanceCents: '25025', transactionId: transaction._id, note: 'Welcome gift' },
    })
  })

  test('counts for its value date, and keeps the booking date of the clock', async () => {
    const ada = await bank.person()
    const createdAt = '2024-02-29T12:00:00.000Z'
    const transaction = (await fund(ada, { createdAt })).json()
    expect(transaction.createdAt).toBe(createdAt)
    expect(Math.abs(Date.parse(transaction.bookedAt) - bank.now().getTime())).toBeLessThan(10_000)
    const [posting] = await bank.sql`select value_at, booked_at from postings where transaction_id = ${transaction._id}`
    expect(posting).toEqual({ value_at: new Date(createdAt), booked_at: new Date(transaction.bookedAt) })
    const months = await bank.sql`select month, deposits, transfers from account_months where account_id = ${ada.id}`
    expect(months).toEqual([{ month: '2024-03-01', deposits: 100_00n, transfers: 0n }])
  })

  test.each([
    ['2024-03-01', '2024-02-29T11:00:00.000Z'],
    ['2024-03-01T00:30:00+13:00', '2024-02-29T11:30:00.000Z'],
    ['2000-01-01', '1999-12-31T11:00:00.000Z'],
  ])('createdAt %s is %s in the bank’s zone', async (createdAt, valueDate) => {
    expect((await fund(await bank.person(), { createdAt })).json().createdAt).toBe(valueDate)
  })

  test('today’s date is not in the future, wherever the bank is', async () => {
    const createdAt = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(bank.now())
    expect((await fund(await bank.person(), { createdAt })).statusCode).toBe(201)
  })

  test('a date slightly ahead of the clock counts as now', async () => {
    const transaction = (await fund(await bank.person(), { createdAt: ago(-30_000) })).json()
    expect(transaction.createdAt).toBe(transaction.bookedAt)
  })

  const FORM = 'Enter a date (YYYY-MM-DD) or a time with its zone.'
  test.each([
    [() => ago(-2 * 60_000), 'The date can’t be in the future.'],
    [() => '2999-01-01', 'The date can’t be in the future.'],
    [() => '1999-12-31', 'The date can’t be before 2000-01-01.'],
    [() => '1999-12-31T10:59:59Z', 'The date can’t be before 2000-01-01.'],
    [() => '2023-02-29', FORM],
    [() => '2023-02-29T00:00:00Z', FORM],
    [() => '0000-01-01', FORM],
    [() => '9999-12-31', FORM],
    [() => '+275760-09-13T00:00:00.000Z', FORM],
    [() => '2024-01-01T00:00:00', FORM],
    [() => '', FORM],
    [() => 1_700_000_000_000, FORM],
    [() => null, FORM],
    [() => ['2024-01-01'], FORM],
  ])('value date %#: %s', async (createdAt, msg) => {
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await fund(admin, { createdAt: createdAt() }))).toEqual(fieldError('createdAt', msg))
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('rejects a credit beyond the largest balance', async () => {
    const ada = await bank.person({ balanceCents: MAX_BALANCE_CENTS })
    expect(refusalOf(await fund(ada, { amount: 0.01 }))).toEqual({
      status: 409,
      code: 'balance_limit',
      message: 'This would exceed the largest balance an account can hold.',
    })
  })
})

describe('asks first', () => {
  const CONFIRM = { status: 409, code: 'confirmation_needed' }

  test('about a value date before the account existed, in days of the bank', async () => {
    const ada = await bank.person()
    const dayBefore = ago(2 * DAY).slice(0, 10)
    const before = await databaseFingerprint(bank)
    for (const createdAt of [dayBefore, '2001-01-05'])
      expect(refusalOf(await send('/admin/fund', { userId: ada.id, amount: 1, createdAt }))).toMatchObject({
        ...CONFIRM,
        current: { reasons: ['before_account'] },
      })
    expect(await databaseFingerprint(bank)).toEqual(before)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(bank.now())
    const form = { userId: ada.id, amount: 1, createdAt: today }
    expect((await send('/admin/fund', form)).statusCode).toBe(201)
    const confirmed = { ...form, createdAt: dayBefore, confirm: true }
    expect((await send('/admin/fund', confirmed)).statusCode).toBe(201)
    expect(refusalOf(await send('/admin/fund', { ...confirmed, confirm: false }))).toMatchObject({ status: 400 })
    // A question is stored for its key like every outcome: the confirmed call is another request, with a key of its own.
    const asked = () => send('/admin/debit', { ...form, createdAt: dayBefore }, `asked ${ada.id}`)
    expect([refusalOf(await asked()), refusalOf(await asked())]).toMatchObject([CONFIRM, CONFIRM])
    expect(refusalOf(await send('/admin/debit', confirmed, `asked ${ada.id}`))).toMatchObject({ status: 422 })
  })
})

describe('debit', () => {
  test('debits the whole balance to the last cent, with a value date', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const createdAt = ago(40 * DAY)
    const response = await debit(ada, { createdAt })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ type: 'Transfer', amount: -100, status: 'Completed', createdAt })
    expect((await ada.postings()).at(-1)).toEqual({
      amount: -100_00n,
      balance_after: 0n,
      contra: 'adjustments',
      transaction_id: response.json()._id,
    })
    const [act] = await bank.sql`select action from audit where subject_id = ${ada.id} order by number desc limit 1`
    expect(act).toEqual({ action: 'account.debited' })
  })

  test('a cent more than the balance is refused', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    expect(refusalOf(await debit(ada, { amount: 100.01 }))).toEqual({
      status: 409,
      code: 'insufficient_balance',
      message: 'Insufficient balance.',
    })
    expect(await ada.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
  })

  test('rejects a debit of an amount that a pending transfer holds', async () => {
    const ada = await bank.person({ balanceCents: 200_00n })
    await ada.call('POST', '/transfer', { body: transferForm({ amount: 150 }) })
    expect(refusalOf(await debit(ada))).toMatchObject({ status: 409, code: 'insufficient_balance' })
    expect((await debit(ada, { amount: 50 })).statusCode).toBe(201)
    expect(await ada.balance()).toEqual({ availableCents: 0n, heldCents: 150_00n })
  })

  test('of a hundred concurrent debits of the whole balance, one succeeds', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    expect(tally(await Promise.all(Array.from({ length: 100 }, () => debit(ada))))).toEqual({
      '201': 1,
      '409 insufficient_balance': 99,
    })
  })
})

describe.each([
  ['/admin/fund', fund],
  ['/admin/debit', debit],
] as const)('%s', (path, ask) => {
  test('rejects an unknown person', async () => {
    expect(refusalOf(await ask({ id: newId() }))).toEqual({ status: 404, code: 'not_found', message: 'Not found.' })
  })

  test('accepts an id in capitals', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    expect((await ask({ id: ada.id.toUpperCase() })).statusCode).toBe(201)
  })

  test.each(['', 'x', '../', 5, null, {}, undefined])('userId %j is none', async (id) => {
    expect(refusalOf(await ask({ id: id as string }))).toEqual(fieldError('userId', 'Not a valid id.'))
  })

  test('limits the length of a note and rejects unknown fields', async () => {
    expect(refusalOf(await ask(admin, { note: 'x'.repeat(501) }))).toEqual(
      fieldError('note', 'Note can have at most 500 characters.'),
    )
    expect(refusalOf(await ask(admin, { bookedAt: ago(0) }))).toEqual(fieldError('bookedAt', 'Unknown field.'))
  })

  test('is for administrators only, checked at the time of execution', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const body = { userId: ada.id, amount: 100 }
    expect(refusalOf(await ada.call('POST', path, { body }))).toEqual({
      status: 403,
      code: 'forbidden',
      message: 'You are not allowed to do this.',
    })
    const former = await bank.person({ role: 'Admin' })
    expect((await former.call('GET', '/transactions/admin')).statusCode).toBe(200)
    await bank.owner`update people set role = 'User' where id = ${former.id}`
    expect(refusalOf(await former.call('POST', path, { body }))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await ada.postings()).toHaveLength(1)
  })

  test('the same key has one effect, and another body with it is rejected', async () => {
    const ada = await bank.person({ balanceCents: 1_000_00n })
    const key = newId()
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(ada, {}, key)))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
    expect(await ada.postings()).toHaveLength(2)
    for (const more of [{ amount: 101 }, { note: 'x' }, { createdAt: '2024-01-01' }])
      expect(refusalOf(await ask(ada, more, key))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await ada.postings()).toHaveLength(2)
  })
})
