import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#contract/customers/accounts.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const list = async (by: Person): Promise<Account[]> => (await by.call('GET', '/accounts')).json()
const open = (by: Person, body: unknown = { name: 'Holidays' }) => by.call('POST', '/accounts', { body })
const opened = async (by: Person, name = 'Holidays'): Promise<Account> => (await open(by, { name })).json()
const change = (by: Person, id: string, body: unknown) => by.call('PATCH', `/accounts/${id}`, { body })
const close = (by: Person, id: string) => by.call('POST', `/accounts/${id}/close`)
const setStatus = (id: string, status: string) =>
  admin.call('PATCH', '/admin/user', { body: { userId: id, updates: { status }, reason: 'A test' } })

describe('accounts of a person', () => {
  test('begin with the main one, which has the person’s balance and number', async () => {
    const ada = await bank.person({ balanceCents: 120_50n })
    const { user } = (await ada.call('GET', '/users')).json()
    expect(await list(ada)).toEqual([
      {
        _id: ada.id,
        name: 'Main account',
        kind: 'main',
        number: user.accountNumber,
        balance: 120.5,
        held: 0,
        status: 'Active',
        openedAt: user.createdAt,
      },
    ])
  })

  test('a savings account is opened with a name and a goal, empty and with a number of its own', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const response = await open(ada, { name: '  Holidays ', goal: 2500.5 })
    expect(response.statusCode).toBe(201)
    const account: Account = response.json()
    expect(account).toEqual({
      _id: expect.any(String),
      name: 'Holidays',
      kind: 'savings',
      number: expect.stringMatching(/^\d{10}$/),
      balance: 0,
      held: 0,
      status: 'Active',
      openedAt: expect.any(String),
      goal: 2500.5,
    })
    expect(
      await bank.sql`
      select owner_id, kind, name, goal, balance, pin_hash, event_number from accounts where id = ${account._id}`,
    ).toEqual([
      {
        owner_id: ada.id,
        kind: 'savings',
        name: 'Holidays',
        goal: 2500_50n,
        balance: 0n,
        pin_hash: null,
        event_number: 0n,
      },
    ])
    const [main, savings] = await list(ada)
    expect([main?._id, savings]).toEqual([ada.id, account])
    expect(main?.number).not.toBe(account.number)
    const told = await bank.sql`select kind, data from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(told).toEqual([{ kind: 'accounts.changed', data: { accountId: account._id } }])
  })

  test('there are at most nine at a time, also when twenty are opened at once', async () => {
    const ada = await bank.person()
    expect(tally(await Promise.all(Array.from({ length: 20 }, () => open(ada))))).toEqual({
      201: 9,
      '409 too_many_accounts': 11,
    })
    const [, savings] = await list(ada)
    expect((await close(ada, savings?._id ?? '')).statusCode).toBe(200)
    expect(tally([await open(ada), await open(ada)])).toEqual({ 201: 1, '409 too_many_accounts': 1 })
    const numbers = await bank.sql`select number from accounts where owner_id = ${ada.id}`
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(11)
  })

  test('names and goals are checked', async () => {
    const ada = await bank.person()
    const before = await databaseFingerprint(bank)
    for (const name of ['', '   ', undefined, 7, 'a\u0000b', 'x'.repeat(61)])
      expect((await open(ada, { name })).statusCode, JSON.stringify(name)).toBe(400)
    for (const goal of [0, -1, 0.001, 10_000_000_000, 1e300, '5', true, null])
      expect((await open(ada, { name: 'Car', goal })).statusCode, JSON.stringify(goal)).toBe(400)
    expect(refusalOf(await open(ada, { name: 'Car', balance: 5 }))).toEqual(fieldError('balance', 'Unknown field.'))
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('a name and a goal are changed, and a goal removed; the main account has none', async () => {
    const ada = await bank.person()
    const { _id } = await opened(ada)
    expect((await change(ada, _id, { goal: 9_999_999_999.99 })).json()).toMatchObject({ goal: 9_999_999_999.99 })
    expect((await change(ada, _id, { name: 'Boat' })).json()).toMatchObject({ name: 'Boat', goal: 9_999_999_999.99 })
    expect((await change(ada, _id, { goal: null })).json()).not.toHaveProperty('goal')
    expect((await change(ada, ada.id, { name: 'Everyday' })).json()).toMatchObject({ kind: 'main', name: 'Everyday' })
    expect(refusalOf(await change(ada, ada.id, { goal: 5 }))).toEqual(
      fieldError('goal', 'Only a savings account has a goal.'),
    )
  })
})

describe('closing a savings account', () => {
  test('is final, keeps its row and number, and does nothing the second time', async () => {
    const ada = await bank.person()
    const account = await opened(ada)
    expect((await close(ada, account._id)).json()).toEqual({ ...account, status: 'Closed' })
    const [row] = await bank.sql`select closed_at, number from accounts where id = ${account._id}`
    expect(row).toEqual({ closed_at: expect.any(Date), number: account.number })
    expect((await close(ada, account._id)).statusCode).toBe(200)
    expect(await bank.sql`select closed_at, number from accounts where id = ${account._id}`).toEqual([row])
    expect(refusalOf(await change(ada, account._id, { name: 'Again' }))).toMatchObject({ code: 'account_closed' })
  })

  test('needs an empty account with nothing pending', async () => {
    const ada = await bank.person({ balanceCents: 50_00n })
    const { _id } = await opened(ada)
    await bank.fund(ada.id, 1n, bank.now(), _id)
    expect(refusalOf(await close(ada, _id))).toMatchObject({ status: 409, code: 'account_not_empty' })
    expect((await list(ada))[1]).toMatchObject({ status: 'Active', balance: 0.01 })
  })

  test('the main account can’t be closed', async () => {
    const ada = await bank.person()
    expect(refusalOf(await close(ada, ada.id))).toMatchObject({ status: 409, code: 'main_account' })
  })
})

describe('an account of another person', () => {
  test('is not found, whatever is tried, and nothing changes', async () => {
    const [ada, eve] = [await bank.person({ balanceCents: 100_00n }), await bank.person({ balanceCents: 100_00n })]
    const savings = await opened(ada)
    const own = await opened(eve)
    const before = await databaseFingerprint(bank)
    const move = (from: string, to: string) => eve.call('POST', '/accounts/move', { body: { from, to, amount: 1 } })
    for (const id of [savings._id, ada.id, newId()])
      for (const response of [
        await change(eve, id, { name: 'Mine' }),
        await close(eve, id),
        await move(id, eve.id),
        await move(eve.id, id),
        await move(own._id, id),
        await eve.call('GET', `/transactions?accountId=${id}`),
      ])
        expect(refusalOf(response)).toMatchObject({ status: 404, code: 'not_found', message: 'Not found.' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })
})

describe('the status of a person', () => {
  test('holds for all accounts; frozen ones still receive money', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const { _id } = await opened(ada)
    await setStatus(ada.id, 'Frozen')
    expect((await list(ada)).map(({ status }) => status)).toEqual(['Frozen', 'Frozen'])
    expect((await bank.fund(ada.id, 5_00n, bank.now(), _id)).ok).toBe(true)
  })

  test('a person is closed with all accounts, which have to be empty', async () => {
    const ada = await bank.person()
    const { _id } = await opened(ada)
    await bank.fund(ada.id, 5_00n, bank.now(), _id)
    expect(refusalOf(await setStatus(ada.id, 'Closed'))).toMatchObject({ status: 409, code: 'account_not_empty' })
    const body = { userId: ada.id, accountId: _id, amount: 5 }
    expect((await admin.call('POST', '/admin/debit', { body })).statusCode).toBe(201)
    expect((await setStatus(ada.id, 'Closed')).statusCode).toBe(200)
    expect((await list(ada)).map(({ status }) => status)).toEqual(['Closed', 'Closed'])
    expect(await bank.sql`select 1 from accounts where owner_id = ${ada.id} and closed_at is null`).toEqual([])
    expect(refusalOf(await open(ada))).toMatchObject({ code: 'account_closed' })
  })
})
