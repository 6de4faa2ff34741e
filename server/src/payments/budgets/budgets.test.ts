import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { createBudgetCheck } from './check-budgets.ts'

const ZONE = 'Asia/Tokyo'
const bank = useBank({ config: { bankTimeZone: ZONE } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const { signal } = new AbortController()
const check = () => createBudgetCheck({ sql: bank.sql, zone: ZONE })(signal)
const put = (person: Person, budgets: unknown) => person.call('PUT', '/users/budgets', { body: { budgets } })
const budgetsOf = async (person: Person) => (await person.call('GET', '/users/budgets')).json()
const payer = (balanceCents = 5_000_00n) => bank.person({ balanceCents })

const GROCER = { accountName: 'Greenleaf Grocers', accountNumber: '771020045' }
async function pays(person: Person, amount: number, form: object = GROCER) {
  const response = await person.call('POST', '/transfer', { body: transferForm({ ...form, amount }) })
  const transactionId = response.json()._id as string
  expect((await admin.call('POST', '/deposit/approve', { body: { transactionId } })).statusCode).toBe(200)
  return transactionId
}
const noticesOf = async (person: Person) => {
  const rows = await bank.sql<{ kind: string; category: string; mailed: boolean }[]>`
    select kind, data ->> 'category' as category, mail_at is not null as mailed from outbox
    where person_id = ${person.id} and kind like 'budget.%' order by number`
  return rows.map(({ kind, category, mailed }) => [kind, category, mailed])
}
const NEARLY = ['budget.nearly_spent', 'groceries', true]
const SPENT = ['budget.spent', 'groceries', true]

describe('budgets', () => {
  test('are replaced as a whole, and read in the order of the categories', async () => {
    const ada = await payer()
    expect(await budgetsOf(ada)).toEqual({ budgets: [] })
    const given = [
      { category: 'dining', amount: 120.5 },
      { category: 'housing', amount: 1_000 },
    ]
    const response = await put(ada, given)
    expect([response.statusCode, response.json()]).toEqual([200, { budgets: given.toReversed() }])
    await put(ada, [{ category: 'dining', amount: 90 }])
    expect(await budgetsOf(ada)).toEqual({ budgets: [{ category: 'dining', amount: 90 }] })
    expect((await put(ada, [])).json()).toEqual({ budgets: [] })
    expect(await bank.sql`select 1 from budget_checks where person_id = ${ada.id}`).toEqual([])
    expect(await budgetsOf(await payer())).toEqual({ budgets: [] })
  })

  test.each([
    [undefined, 'budgets', 'Give budgets as a list.'],
    [{ category: 'dining', amount: 1 }, 'budgets', 'Give budgets as a list.'],
    [[{ category: 'gambling', amount: 1 }], 'budgets.0.category', 'Choose one of the categories.'],
    [[{ category: null, amount: 1 }], 'budgets.0.category', 'Choose one of the categories.'],
    [
      [{ category: 'dining', amount: 0 }],
      'budgets.0.amount',
      'Enter an amount between 0.01 and 9,999,999,999.99 with at most two decimals.',
    ],
    [[{ category: 'dining', amount: -5 }], 'budgets.0.amount', expect.any(String)],
    [[{ category: 'dining', amount: '5' }], 'budgets.0.amount', expect.any(String)],
    [[{ category: 'dining', amount: 0.001 }], 'budgets.0.amount', expect.any(String)],
    [[{ category: 'dining', amount: 1e15 }], 'budgets.0.amount', expect.any(String)],
    [[{ category: 'dining', amount: 1, personId: 'x' }], 'budgets.0.personId', 'Unknown field.'],
    [
      [
        { category: 'dining', amount: 1 },
        { category: 'dining', amount: 2 },
      ],
      'budgets',
      'Give at most one budget for each category.',
    ],
  ])('%j are refused, and nothing changes', async (given, path, msg) => {
    const ada = await payer()
    await put(ada, [{ category: 'dining', amount: 90 }])
    const before = await databaseFingerprint(bank)
    const refusal = refusalOf(await put(ada, given))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' })
    expect(refusal.errors).toContainEqual(fieldError(path, msg as string).errors[0])
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('set by two clients at once are those of one of them', async () => {
    const ada = await payer()
    const [one, other] = [
      [
        { category: 'housing', amount: 1 },
        { category: 'dining', amount: 1 },
      ],
      [
        { category: 'groceries', amount: 2 },
        { category: 'dining', amount: 2 },
      ],
    ]
    await Promise.all([put(ada, one), put(ada, other), put(ada, one), put(ada, other)])
    expect([one, other]).toContainEqual((await budgetsOf(ada)).budgets)
  })
})

describe('notices', () => {
  test('come at 80 % and at 100 %, once each, from however many servers, after each payment', async () => {
    const ada = await payer()
    await put(ada, [{ category: 'groceries', amount: 100 }])
    await pays(ada, 79.99)
    await check()
    expect(await noticesOf(ada)).toEqual([])
    await pays(ada, 0.01)
    await Promise.all([check(), check(), check()])
    await check()
    expect(await noticesOf(ada)).toEqual([NEARLY])
    await pays(ada, 20)
    await Promise.all([check(), check()])
    await pays(ada, 500)
    await check()
    expect(await noticesOf(ada)).toEqual([NEARLY, SPENT])
    const { latest } = (await ada.call('GET', '/notifications')).json()
    expect(latest[0]).toMatchObject({ kind: 'transfer.approved' })
    expect(latest[1]).toMatchObject({ kind: 'budget.spent', category: 'groceries' })
    expect(latest[0]).not.toHaveProperty('category')
    const events = (await ada.call('GET', '/events/recent', { query: { after: '0' } })).json()
    expect(events).toContainEqual(expect.objectContaining({ kind: 'budget.nearly_spent', category: 'groceries' }))
  })

  test('one payment above the whole budget is told once', async () => {
    const ada = await payer()
    await put(ada, [{ category: 'groceries', amount: 100 }])
    await pays(ada, 250)
    await check()
    expect(await noticesOf(ada)).toEqual([SPENT])
  })

  test('a changed or removed budget, and a payment of another category, tell nothing twice', async () => {
    const ada = await payer()
    await put(ada, [{ category: 'groceries', amount: 100 }])
    const id = await pays(ada, 85)
    await check()
    for (const amount of [200, 90, 100]) {
      await put(ada, [{ category: 'groceries', amount }])
      await check()
    }
    await put(ada, [])
    await check()
    await put(ada, [{ category: 'groceries', amount: 100 }])
    for (const category of ['family', 'groceries', null, 'groceries']) {
      await ada.call('PATCH', `/transactions/${id}`, { body: { category } })
      await check()
    }
    expect(await noticesOf(ada)).toEqual([NEARLY])
  })

  test('count what is moved into a category, or spent before there was a budget', async () => {
    const ada = await payer()
    const id = await pays(ada, 90, { accountName: 'Grace Example', accountNumber: '9' })
    await pays(ada, 90)
    await put(ada, [
      { category: 'groceries', amount: 100 },
      { category: 'health', amount: 100 },
    ])
    await check()
    expect(await noticesOf(ada)).toEqual([NEARLY])
    await ada.call('PATCH', `/transactions/${id}`, { body: { category: 'health', always: true } })
    await check()
    expect(await noticesOf(ada)).toEqual([NEARLY, ['budget.nearly_spent', 'health', true]])
  })

  test('begin again with the bank’s next month; money between own accounts is no spending', async () => {
    const ada = await payer()
    await put(ada, [
      { category: 'groceries', amount: 100 },
      { category: 'other', amount: 1 },
    ])
    const { _id: to } = (await ada.call('POST', '/accounts', { body: { name: 'Tax' } })).json()
    await ada.call('POST', '/accounts/move', { body: { from: ada.id, to, amount: 300 } })
    await pays(ada, 100)
    await check()
    const [month] = await bank.sql<{ data: { month: string } }[]>`
      select data from outbox where person_id = ${ada.id} and kind = 'budget.spent'`
    // 23:30 of the last day of the month in UTC is already the next one in Tokyo.
    const [year = 0, number = 0] = String(month?.data.month).split('-').map(Number)
    const atClock = Date.UTC(year, number, 1) - 9 * 3_600_000 + 30 * 60_000
    bank.clock.offsetMs = atClock - Date.now()
    await check()
    expect(await noticesOf(ada)).toEqual([SPENT])
    const colleague = await bank.person({ role: 'Admin' })
    const debit = await bank.ledger.submit(commandsOf(bank).adjust('debit', colleague, ada, 80_00n))
    await bank.owner`
      insert into transaction_labels (transaction_id, person_id, category, updated_at)
      values (${debit.ok ? debit.transaction.id : null}, ${ada.id}, 'groceries', ${bank.now()})`
    await check()
    expect(await noticesOf(ada)).toEqual([SPENT, NEARLY])
  })

  test('a person whose budgets can’t be looked at does not keep others from theirs', async () => {
    const [ada, ben] = [await payer(), await payer()]
    for (const person of [ada, ben]) {
      await put(person, [{ category: 'groceries', amount: 100 }])
      await pays(person, 100)
    }
    const [first = '', second = ''] = [ada.id, ben.id].sort()
    await bank.owner.unsafe(
      `alter table budgets add constraint broken check (person_id <> '${first}' or told_percent = 0) not valid`,
    )
    await expect(check()).rejects.toThrow(/broken/)
    await bank.owner`alter table budgets drop constraint broken`
    expect(await noticesOf(second === ada.id ? ada : ben)).toEqual([SPENT])
    await check()
    expect(await noticesOf(first === ada.id ? ada : ben)).toEqual([SPENT])
  })

  test('a debit of the bank counts in the category that its owner gives it', async () => {
    const ada = await payer()
    await put(ada, [{ category: 'other', amount: 10 }])
    const debit = await bank.ledger.submit(commandsOf(bank).adjust('debit', admin, ada, 10_00n))
    await check()
    expect(await noticesOf(ada)).toEqual([])
    await ada.call('PATCH', `/transactions/${debit.ok ? debit.transaction.id : ''}`, { body: { category: 'other' } })
    await check()
    expect(await noticesOf(ada)).toEqual([['budget.spent', 'other', true]])
  })
})
