import { beforeAll, expect, test } from 'vitest'
import type { BookCheck, Overview } from '#contract/office/overview.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, transferForm } from '../../../test/money.ts'
import { checkBooksIfDue } from '../../ledger/check-books.ts'

/** Ahead of UTC, so that a day of the bank begins on the day before in UTC. */
const ZONE = 'Asia/Tokyo'
const bank = useBank({ config: { bankTimeZone: ZONE, fourEyesAboveCents: 10_000_00n } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

async function overview(): Promise<Overview> {
  const response = await admin.call('GET', '/admin/overview')
  expect(response.statusCode).toBe(200)
  return response.json()
}
async function verify(): Promise<BookCheck> {
  const response = await admin.call('POST', '/admin/book-checks')
  expect(response.statusCode).toBe(201)
  return response.json()
}
const approve = (transactionId: string) => admin.call('POST', '/deposit/approve', { body: { transactionId } })

test('a new bank has no pending transactions, no activity and no check of the books', async () => {
  expect(await overview()).toEqual({
    waiting: { count: 0, oldestSubmittedAt: null },
    today: {
      date: new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(bank.now()),
      deposits: { count: 0, amount: 0 },
      transfers: { count: 0, amount: 0 },
    },
    books: null,
    fourEyesAbove: 10_000,
  })
})

test('the check of the books sums customers and internal accounts to zero at its time', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 500_25n }), await bank.person()]
  const internal = { amount: 100, accountNumber: await ben.accountNumber() }
  await approve((await ada.call('POST', '/transfer', { body: transferForm(internal) })).json()._id)
  await approve((await ada.call('POST', '/transfer', { body: transferForm({ amount: 30.25 }) })).json()._id)

  const before = bank.now()
  const check = await verify()
  expect(check).toMatchObject({ customerBalances: 470, difference: 0, crookedAccounts: 0, accounts: 3, postings: 4 })
  expect(check.internalAccounts).toEqual([
    { name: 'wire_clearing', balance: 30.25 },
    { name: 'crypto_clearing', balance: 0 },
    { name: 'adjustments', balance: -500.25 },
    { name: 'customer_funds', balance: 0 },
  ])
  expect(Date.parse(check.verifiedAt)).toBeGreaterThanOrEqual(before.getTime())

  // Later postings are not covered by the check.
  await bank.fund(ada.id, 1_00n)
  expect((await overview()).books).toEqual(check)
})

test('the check of the books finds an error', async () => {
  const ada = await bank.person({ balanceCents: 10_00n })
  const sound = await verify()
  await bank.owner`update accounts set balance = balance + 7 where id = ${ada.id}`
  expect(await verify()).toMatchObject({ difference: 0.07, crookedAccounts: 1 })
  await bank.owner`update accounts set balance = balance - 7 where id = ${ada.id}`
  expect(await verify()).toMatchObject({ ...sound, verifiedAt: expect.any(String) })
})

test('counts pending transactions and returns when the oldest was submitted', async () => {
  const ada = await bank.person({ balanceCents: 100_00n })
  const first = bank.now().getTime()
  const body = { amount: 5, method: 'bank', receipt: await createUpload(bank, ada) }
  const deposit = (await ada.call('POST', '/deposit', { body })).json()
  bank.clock.offsetMs += 60_000
  await ada.call('POST', '/transfer', { body: transferForm({ amount: 1 }) })
  const { waiting } = await overview()
  expect(waiting.count).toBe(2)
  const oldest = Date.parse(waiting.oldestSubmittedAt ?? '')
  expect(oldest - first).toBeLessThan(5_000)
  await approve(deposit._id)
  expect((await overview()).waiting.count).toBe(1)
})

test('counts what was booked today in the bank’s time zone, whatever its value date', async () => {
  const before = (await overview()).today
  const ada = await bank.person()
  const [start, date] = [new Date(`${before.date}T00:00:00+09:00`), before.date]
  await bank.fund(ada.id, 70_00n, start)
  await bank.fund(ada.id, 900_00n, new Date(start.getTime() - 1))
  await admin.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 20, reason: 'Fee' } })
  await ada.call('POST', '/transfer', { body: transferForm({ amount: 1 }) })
  const after = (await overview()).today
  expect(after).toEqual({
    date,
    deposits: { count: before.deposits.count + 2, amount: before.deposits.amount + 970 },
    transfers: { count: before.transfers.count + 1, amount: before.transfers.amount + 20 },
  })
})

test('only one server checks the books at a time', async () => {
  expect(await checkBooksIfDue(bank.sql, 0)).not.toBe(null)
  expect(await checkBooksIfDue(bank.sql, 60_000)).toBe(null)
})

test('concurrent requests share one check', async () => {
  const rows = async () => (await bank.sql`select 1 from book_checks`).length
  const before = await rows()
  const checks = await Promise.all(Array.from({ length: 10 }, verify))
  expect(new Set(checks.map(({ verifiedAt }) => verifiedAt)).size).toBe(1)
  expect(await rows()).toBe(before + 1)
})

test('counts pending transactions and a day from index ranges', async () => {
  for (const query of [
    `select count(*), min(submitted_at) from transactions where status = 'Pending'`,
    `select count(*) from postings where booked_at >= '2026-01-05' and booked_at < '2026-01-06'`,
  ]) {
    const lines = await bank.owner.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      return tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${query}`)
    })
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/transactions_not_completed|postings_booked/)
  }
})
