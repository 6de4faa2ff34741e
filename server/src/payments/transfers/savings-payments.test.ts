import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminTransaction, Transaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let teller: Person
let admin: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  admin = await bank.person({ role: 'Admin' })
})

/** With 50 dollars on each account. */
async function saver(fullName = 'Ada Example') {
  const person = await bank.person({ balanceCents: 50_00n, fullName })
  const account = (await person.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()
  await bank.fund(person.id, 50_00n, bank.now(), account._id)
  return { ...person, savings: account._id as string, number: account.number as string }
}
type Saver = Awaited<ReturnType<typeof saver>>

const transfer = (by: Saver, changed: Record<string, unknown> = {}) =>
  by.call('POST', '/transfer', { body: transferForm({ accountId: by.savings, amount: 20, ...changed }) })
const approve = (transactionId: string, by = teller) => by.call('POST', '/deposit/approve', { body: { transactionId } })
const moneyOf = async (ownerId: string) => {
  const rows = await bank.sql<{ balance: bigint; held: bigint }[]>`
    select balance, held from accounts where owner_id = ${ownerId} order by kind`
  return rows.map(({ balance, held }) => [balance, held])
}
const listOf = async (by: Person, query = ''): Promise<Transaction[]> =>
  (await by.call('GET', `/transactions${query}`)).json()
const adjust = (kind: string, userId: string, accountId: string, amount: number, by = teller) =>
  by.call('POST', `/admin/${kind}`, { body: { userId, accountId, amount, reason: 'Refund', confirm: true } })

describe('a transfer from a savings account', () => {
  test('holds and posts there, with the PIN of the person', async () => {
    const ada = await saver()
    expect(refusalOf(await transfer(ada, { pin: '9999' }))).toMatchObject({ code: 'pin_incorrect' })
    const [row] = await bank.sql`select pin_attempts from accounts where id = ${ada.id}`
    expect(row).toEqual({ pin_attempts: 1 })
    const sent = await transfer(ada)
    expect([sent.statusCode, sent.json()]).toMatchObject([
      201,
      { accountId: ada.savings, amount: -20, status: 'Pending' },
    ])
    expect(await moneyOf(ada.id)).toEqual([
      [50_00n, 0n],
      [50_00n, 20_00n],
    ])
    expect((await approve(sent.json()._id)).json()).toMatchObject({ accountId: ada.savings, status: 'Completed' })
    expect(await moneyOf(ada.id)).toEqual([
      [50_00n, 0n],
      [30_00n, 0n],
    ])
    expect(refusalOf(await transfer(ada, { amount: 30.01 }))).toMatchObject({ code: 'insufficient_balance' })
    const told = await bank.sql`select kind from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(told).toEqual([{ kind: 'transfer.approved' }])
    const audited = await bank.sql`
      select action, before ->> 'accountId' as account from audit where subject_id = ${ada.id} order by number desc limit 1`
    expect(audited).toEqual([{ action: 'transaction.approved', account: ada.savings }])
  })

  test('of another person is not found, and tells nothing about a PIN', async () => {
    const [ada, eve] = [await saver(), await saver()]
    const before = await databaseFingerprint(bank)
    for (const accountId of [ada.savings, ada.id])
      for (const pin of ['1234', '0000'])
        expect(refusalOf(await transfer(eve, { accountId, pin }))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('is read, labelled and cancelled by its owner, and by no other person', async () => {
    const [ada, eve] = [await saver(), await saver()]
    const { _id: transactionId } = (await transfer(ada)).json()
    const read = (by: Person) => by.call('GET', `/transactions/${transactionId}`)
    const label = (by: Person) =>
      by.call('PATCH', `/transactions/${transactionId}`, { body: { note: 'Tent', category: 'travel' } })
    const cancel = (by: Person) => by.call('POST', '/transfer/cancel', { body: { transactionId } })
    const before = await databaseFingerprint(bank)
    for (const call of [read, label, cancel])
      for (const other of [eve, admin]) expect(refusalOf(await call(other))).toMatchObject({ status: 404 })
    expect(await databaseFingerprint(bank)).toEqual(before)

    const labelled = { _id: transactionId, accountId: ada.savings, status: 'Pending', note: 'Tent', category: 'travel' }
    expect((await label(ada)).json()).toMatchObject(labelled)
    expect((await read(ada)).json()).toMatchObject(labelled)
    for (const query of [`?accountId=${ada.savings}&search=tent`, '?account=all&search=tent'])
      expect(await listOf(ada, query)).toMatchObject([labelled])
    expect(await listOf(ada, '?search=tent')).toEqual([])
    expect(await listOf(eve, '?account=all&search=tent')).toEqual([])
    // The guess for the same counterparty does not depend on the account that pays.
    const fromMain = await transfer(ada, { accountId: ada.id })
    expect(await listOf(ada)).toMatchObject([
      { _id: fromMain.json()._id, category: 'travel', categoryGuessed: true },
      {},
    ])

    expect([await cancel(ada), (await read(ada)).json()]).toMatchObject([
      { statusCode: 200 },
      { ...labelled, status: 'Declined', reason: 'Cancelled by you.' },
    ])
    expect(await moneyOf(ada.id)).toEqual([
      [50_00n, 20_00n],
      [50_00n, 0n],
    ])
    const told = await bank.sql`select kind from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(told).toEqual([{ kind: 'transfer.cancelled' }])
    expect(refusalOf(await approve(transactionId))).toMatchObject({ code: 'already_decided' })
  })
})

describe('money into a savings account', () => {
  test('by its number is an internal transfer from others; the owner is told to move it', async () => {
    const [ada, ben] = [await saver('Ada Example'), await saver('Ben Example')]
    const sent = (await transfer(ben, { accountNumber: ada.number, amount: 5 })).json()
    expect(sent).toMatchObject({ method: 'internal', accountId: ben.savings })
    await approve(sent._id)
    const [received] = await listOf(ada, `?accountId=${ada.savings}`)
    expect(received).toMatchObject({
      type: 'Deposit',
      amount: 5,
      method: 'internal',
      accountId: ada.savings,
      counterparty: { accountName: 'Ben Example', accountNumber: ben.number },
    })
    const own = await ada.call('POST', '/transfer', { body: transferForm({ accountNumber: ada.number, amount: 7 }) })
    expect(refusalOf(own)).toMatchObject({ status: 400, code: 'use_move' })
    expect(await moneyOf(ada.id)).toEqual([
      [50_00n, 0n],
      [55_00n, 0n],
    ])
    expect(refusalOf(await transfer(ada, { accountNumber: ada.number }))).toMatchObject({ code: 'same_account' })
  })

  test('is not approved once the account is closed', async () => {
    const [ada, ben] = [await saver(), await saver()]
    const empty = (await ada.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    const sent = (await transfer(ben, { accountNumber: empty.number })).json()
    expect((await ada.call('POST', `/accounts/${empty._id}/close`)).statusCode).toBe(200)
    expect(refusalOf(await approve(sent._id))).toMatchObject({ status: 409, code: 'receiver_closed' })
    expect(refusalOf(await transfer(ben, { accountNumber: empty.number }))).toMatchObject({ code: 'receiver_closed' })
  })

  test('by deposit is credited there, with an own receipt only', async () => {
    const [ada, eve] = [await saver(), await saver()]
    const deposit = (by: Person, accountId: string, receipt: string) =>
      by.call('POST', '/deposit', { body: { amount: 9, method: 'bank', receipt, accountId } })
    const receipt = await createUpload(bank, ada)
    expect(refusalOf(await deposit(eve, eve.savings, receipt))).toMatchObject({ status: 404 })
    expect(refusalOf(await deposit(eve, ada.savings, await createUpload(bank, eve)))).toMatchObject({ status: 404 })
    const sent = await deposit(ada, ada.savings, receipt)
    expect([sent.statusCode, sent.json()]).toMatchObject([201, { accountId: ada.savings }])
    await approve(sent.json()._id)
    expect((await moneyOf(ada.id))[1]).toEqual([59_00n, 0n])
  })
})

describe('lists', () => {
  test('show the main account, one account or all of them, page by page', async () => {
    const ada = await saver()
    for (let i = 1; i <= 7; i++)
      await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: ada.savings, amount: i } })
    const accountsIn = (rows: Transaction[]) => [...new Set(rows.map(({ accountId }) => accountId))]
    expect(accountsIn(await listOf(ada))).toEqual([undefined])
    expect(accountsIn(await listOf(ada, `?accountId=${ada.id}`))).toEqual([undefined])
    expect(accountsIn(await listOf(ada, `?accountId=${ada.savings}`))).toEqual([ada.savings])
    const all = await listOf(ada, '?account=all')
    expect(all.length).toBe(16)
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(16)
    expect(all.map(({ createdAt }) => createdAt)).toEqual([...all.map(({ createdAt }) => createdAt)].sort().reverse())
    const first = await ada.call('GET', '/transactions?account=all&limit=9')
    const [, next] = /<([^>]+)>/.exec(String(first.headers.link)) ?? []
    const second = await bank.app.inject({ url: next ?? '', headers: { authorization: `Bearer ${ada.token}` } })
    expect([...first.json(), ...second.json()]).toEqual(all)
    expect(await listOf(ada, '?account=all&type=Deposit')).toEqual(all.filter(({ type }) => type === 'Deposit'))
    expect((await ada.call('GET', `/transactions?account=all&accountId=${ada.id}`)).statusCode).toBe(400)
    expect((await ada.call('GET', '/transactions?account=main')).statusCode).toBe(400)
  })
})

describe('staff', () => {
  test('see all accounts of a person, and their transactions under the person', async () => {
    const ada = await saver()
    const { _id } = (await transfer(ada)).json()
    const { accounts } = (await teller.call('GET', `/admin/users/${ada.id}`)).json()
    expect(accounts).toEqual((await ada.call('GET', '/accounts')).json())
    const rows = (await teller.call('GET', `/transactions/admin?userId=${ada.id}`)).json()
    expect(rows.length).toBe(3)
    expect(rows[0]).toMatchObject({
      _id,
      accountId: ada.savings,
      account: { name: 'Holidays', number: ada.number },
      user: { _id: ada.id, fullName: 'Ada Example' },
    })
    expect(rows.map((row: AdminTransaction) => row.account?.name)).toEqual(['Holidays', 'Holidays', undefined])
    const found = (await teller.call('GET', `/admin/transactions/${_id}`)).json()
    expect(found).toMatchObject({ user: { _id: ada.id }, balanceIfApproved: 30, balanceIfDeclined: 50 })
    const people = (await teller.call('GET', `/users/all?search=${ada.number}`)).json()
    expect(people.map((person: { _id: string }) => person._id)).toEqual([ada.id])
  })

  test('fund and debit each account; one of another person is not found', async () => {
    const [ada, ben] = [await saver(), await saver()]
    expect((await adjust('fund', ada.id, ada.savings, 12)).json()).toMatchObject({ amount: 12, accountId: ada.savings })
    expect((await adjust('debit', ada.id, ada.savings, 2)).statusCode).toBe(201)
    expect((await moneyOf(ada.id))[1]).toEqual([60_00n, 0n])
    expect(refusalOf(await adjust('debit', ada.id, ada.savings, 60.01))).toMatchObject({ code: 'insufficient_balance' })
    const before = await databaseFingerprint(bank)
    for (const kind of ['fund', 'debit'])
      expect(refusalOf(await adjust(kind, ada.id, ben.savings, 1))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('can’t act on own savings accounts, by whatever name', async () => {
    const { savings } = await savingsOf(teller)
    const named = [savings, teller.id, admin.id].map((accountId) => [teller.id, accountId] as const)
    for (const [userId, accountId] of [...named, [admin.id, savings] as const])
      expect(refusalOf(await adjust('fund', userId, accountId, 1))).toMatchObject({ status: 403, code: 'own_account' })
    const [row] = await bank.sql`select balance from accounts where id = ${savings}`
    expect(row).toEqual({ balance: 0n })
  })

  test('an amount split over the accounts of one person needs a second member of staff all the same', async () => {
    const ada = await saver()
    expect((await adjust('fund', ada.id, ada.id, 60)).json()).toMatchObject({ status: 'Completed' })
    expect((await adjust('fund', ada.id, ada.savings, 40)).json()).toMatchObject({ status: 'Completed' })
    expect((await adjust('fund', ada.id, ada.savings, 0.01)).json()).toMatchObject({ status: 'Pending' })
    const parts = await Promise.all([ada.id, ada.savings].map((id) => adjust('fund', ada.id, id, 60, admin)))
    expect(parts.map((part) => part.json().status).sort()).toEqual(['Completed', 'Pending'])
  })
})

async function savingsOf(person: Person) {
  const { _id } = (await person.call('POST', '/accounts', { body: { name: 'Own' } })).json()
  return { savings: _id as string }
}
