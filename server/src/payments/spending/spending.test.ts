import { expect, test } from 'vitest'
import type { Spending } from '#contract/payments/labels.ts'
import type { MonthlySums } from '#contract/payments/months.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { bankTimeZone: 'America/New_York' } })

const spendingOf = async (person: Person, month?: string) =>
  (await person.call('GET', '/users/spending', { query: month ? { month } : {} })).json() as Spending
const thisMonth = async (person: Person) =>
  ((await person.call('GET', '/users/months')).json() as MonthlySums[]).at(-1)?.transfers

/** A completed transfer. */
async function pays(person: Person, admin: Person, amount: number, accountNumber: string, accountId = person.id) {
  const body = transferForm({ amount, accountNumber, accountId })
  const response = await person.call('POST', '/transfer', { body })
  const transactionId = response.json()._id as string
  expect((await admin.call('POST', '/deposit/approve', { body: { transactionId } })).statusCode).toBe(200)
  return transactionId
}
const choose = (person: Person, id: string, category: string | null) =>
  person.call('PATCH', `/transactions/${id}`, { body: { category } })

test('adds up by category, chosen or guessed, to the monthly spending; reversed and pending transfers don’t count', async () => {
  const [ada, admin] = [await bank.person({ balanceCents: 5_000_00n }), await bank.person({ role: 'Admin' })]
  const rent = await pays(ada, admin, 1_000.1, 'landlord')
  await pays(ada, admin, 50.05, 'grocer')
  const groceries = await pays(ada, admin, 20.2, 'grocer')
  const none = await pays(ada, admin, 7.07, 'landlord')
  const reversed = await pays(ada, admin, 300, 'mistake')
  await ada.call('POST', '/transfer', { body: transferForm({ amount: 999 }) })
  await bank.ledger.submit(commandsOf(bank).adjust('debit', admin, ada, 3_03n))
  await choose(ada, rent, 'housing')
  await choose(ada, groceries, 'groceries')
  await bank.owner`
    insert into transaction_labels (transaction_id, person_id, category, updated_at)
    values (${none}, ${ada.id}, '', ${bank.now()})`
  const { month } = await spendingOf(ada)
  await admin.call('POST', '/admin/reverse', { body: { transactionId: reversed, reason: 'Mistake' } })
  expect(await spendingOf(ada)).toEqual({
    month,
    total: 1080.45,
    categories: [
      { category: 'housing', amount: 1000.1 },
      { category: 'groceries', amount: 70.25 },
      { category: null, amount: 10.1 },
    ],
  })
  expect(await thisMonth(ada)).toBe(1080.45)
  expect(await spendingOf(await bank.person())).toEqual({ month, total: 0, categories: [] })
})

test('covers savings accounts, and leaves out money moved between own accounts', async () => {
  const [ada, admin] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ role: 'Admin' })]
  const { _id: accountId } = (await ada.call('POST', '/accounts', { body: { name: 'Car' } })).json()
  const moved = await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: accountId, amount: 100 } })
  expect(moved.statusCode).toBe(201)
  const repair = await pays(ada, admin, 30.5, 'garage', accountId)
  await pays(ada, admin, 4, 'garage')
  await choose(ada, repair, 'transport')
  expect(await spendingOf(ada)).toMatchObject({ total: 34.5, categories: [{ category: 'transport', amount: 34.5 }] })
  const [months] = await bank.owner`
    select sum(transfers)::int as cents from account_months where account_id in (${ada.id}, ${accountId})`
  expect(months).toEqual({ cents: 34_50 })
})

test('a month is one of the bank’s time zone', async () => {
  const [ada, admin] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ role: 'Admin' })]
  const debit = (valueAt: string) =>
    bank.ledger.submit(commandsOf(bank).adjust('debit', admin, ada, 1_00n, { valueAt: new Date(valueAt) }))
  // New York is five hours behind.
  for (const at of ['2025-12-01T04:59:59Z', '2025-12-01T05:00:00Z', '2026-01-01T04:59:59Z', '2026-01-01T05:00:00Z'])
    expect(await debit(at)).toMatchObject({ ok: true })
  expect((await spendingOf(ada, '2025-11')).total).toBe(1)
  expect((await spendingOf(ada, '2025-12')).total).toBe(2)
  expect((await spendingOf(ada, '2026-01')).total).toBe(1)
})

test.each(['2025-13', '2025-1', '2025-00', '20251', 'x', '3025-01', '2025-01-01'])('%s is no month', async (month) => {
  const response = await (await bank.person()).call('GET', '/users/spending', { query: { month } })
  expect(refusalOf(response)).toEqual(fieldError('month', 'Enter a month (YYYY-MM).'))
})
