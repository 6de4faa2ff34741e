import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earliest, justAfter } from '#contract/bank-day.ts'
import { TRANSACTION_METHODS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#contract/ledger/transaction.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf } from '../../../test/money.ts'

const ZONE = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: ZONE } })
let admin: Person
let people: Person[]
let all: AdminTransaction[]

const FLAGS = ['', 'large', '', 'new_payee velocity', 'large new_payee', '', 'velocity']

type Query = Record<string, string>
const LIST = '/transactions/admin'

/** All pages, following the Link headers. */
async function walk(query: Query, limit = '100'): Promise<AdminTransaction[]> {
  const found: AdminTransaction[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await admin.call('GET', LIST, { query: { ...query, limit, ...(cursor ? { cursor } : {}) } })
    expect([JSON.stringify(query), page.statusCode]).toEqual([JSON.stringify(query), 200])
    found.push(...page.json())
    const next: string | undefined = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    cursor = next ? new URL(next, 'http://bank').searchParams.get('cursor') : null
  }
  return found
}
const ids = (transactions: AdminTransaction[]) => transactions.map(({ _id }) => _id)
const idsOf = async (query: Query) => ids(await walk(query)).sort()

/** Deterministic, so that a failure can be repeated. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  people = [
    await bank.person({ fullName: 'Ada Lovelace' }),
    await bank.person({ fullName: 'Grace Hopper' }),
    await bank.person({ fullName: 'Linus 100%' }),
  ]
  const random = randomNumbers(7)
  for (let n = 0; n < 240; n++) {
    const isTransfer = n % 2 === 0
    const status = TRANSACTION_STATUSES[random(3)] ?? 'Pending'
    const method = isTransfer
      ? ['wire', 'internal', 'adjustment'][random(3)]
      : ['bank', 'crypto', 'internal'][random(3)]
    // Few distinct amounts and times, so that pages break between equal ones.
    const cents = [1, 99, 100, 99_999, 100_000, 100_001, 999_999_999_999][random(7)] ?? 1
    const at = new Date(Date.UTC(2026, 0, 1 + random(9), 5, random(3) - 1))
    await bank.owner`
      insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
        decided_at, party_name, party_account, reason, flags)
      values (${newId()}, ${people[random(3)]?.id ?? ''}, ${isTransfer ? 'Transfer' : 'Deposit'},
        ${isTransfer ? -cents : cents}, ${status}, ${method ?? 'wire'}, ${n % 2 ? `REF${n}-X` : `REFAB-${String(n).padStart(5, '0')}`}, ${at}, ${at},
        ${status === 'Completed' ? at : null}, ${status === 'Pending' ? null : at},
        ${isTransfer ? `Payee ${random(4)}_` : ''}, ${isTransfer ? `DE${random(4)}` : ''},
        ${status === 'Declined' ? 'Not readable' : ''}, ${FLAGS[n % FLAGS.length] ?? ''})`
  }
  all = await walk({})
  expect(all).toHaveLength(240)
})

// They have no postings, and the invariants are checked when the bank closes.
afterAll(() => bank.owner`delete from transactions`.then(() => {}))

const cents = (amount: number) => Math.round(Math.abs(amount) * 100)

/** The filters again, in memory. */
function bruteForce(query: Query): AdminTransaction[] {
  const { type, status, method, minAmount, maxAmount, from, to, userId, decided, flag, search } = query
  const text = search?.toLowerCase()
  return all.filter(
    (one) =>
      (!type || one.type === type) &&
      (!status || one.status === status) &&
      (!method || one.method === method) &&
      (!minAmount || cents(one.amount) >= cents(Number(minAmount))) &&
      (!maxAmount || cents(one.amount) <= cents(Number(maxAmount))) &&
      (!from || Date.parse(one.createdAt) >= earliest(from, ZONE).getTime()) &&
      (!to || Date.parse(one.createdAt) < justAfter(to, ZONE).getTime()) &&
      (!userId || one.user._id === userId) &&
      (!decided || one.status !== 'Pending') &&
      (!flag || (one.flags as string[]).includes(flag)) &&
      (!text ||
        (search && search.length >= 3 && one.reference.startsWith(search.toUpperCase())) ||
        [one.reason, one.user.fullName, one.counterparty?.accountName, one.counterparty?.accountNumber]
          .map((value) => (value ?? '').toLowerCase())
          .some((value) => value.includes(text))),
  )
}

describe('each filter alone', () => {
  test.each<Query>([
    ...TRANSACTION_TYPES.map((type) => ({ type })),
    ...TRANSACTION_STATUSES.map((status) => ({ status })),
    ...TRANSACTION_METHODS.map((method) => ({ method })),
    { minAmount: '0' },
    { minAmount: '1000' },
    { minAmount: '1000.01' },
    { minAmount: '9999999999.99' },
    { maxAmount: '0.99' },
    { maxAmount: '1.0' },
    { maxAmount: '0' },
    { minAmount: '1', maxAmount: '999.99' },
    { minAmount: '2', maxAmount: '1' },
    { from: '2026-01-03' },
    { to: '2026-01-03' },
    { from: '2026-01-03', to: '2026-01-03' },
    { from: '2026-01-05', to: '2026-01-01' },
    { decided: 'true' },
    { flag: 'large' },
    { flag: 'velocity', status: 'Pending' },
    { flag: 'new_device' },
    { search: 'ref12' },
    { search: 'refab-00012' },
    { search: 'REFAB-99999' },
    { search: 'LOVELACE' },
    { search: 'payee 1_' },
    { search: '100%' },
    { search: 'de3' },
    { search: 'readable' },
    { search: 'no such text' },
  ])('%j', async (query) => {
    expect(await idsOf(query)).toEqual(ids(bruteForce(query)).sort())
  })
})

test('transfers of $1,000 or more in a week', async () => {
  const found = await walk({ type: 'Transfer', minAmount: '1000', from: '2026-01-02', to: '2026-01-08' })
  expect(found.length).toBeGreaterThan(10)
  for (const { type, amount } of found) expect([type, amount <= -1000]).toEqual(['Transfer', true])
})

const ORDERS: Record<string, (a: AdminTransaction, b: AdminTransaction) => number> = {
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a._id < b._id ? 1 : -1),
  oldest: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a._id < b._id ? -1 : 1),
  largest: (a, b) => cents(b.amount) - cents(a.amount) || (a._id < b._id ? 1 : -1),
  smallest: (a, b) => cents(a.amount) - cents(b.amount) || (a._id < b._id ? -1 : 1),
}

test('any combination gives what reading all of them would, in order, on pages of any size, with its totals', async () => {
  const random = randomNumbers(42)
  const some = <T>(values: readonly T[]): T | undefined => (random(3) === 0 ? values[random(values.length)] : undefined)
  const days = ['2026-01-01', '2026-01-02', '2026-01-04', '2026-01-08', '2026-01-05T05:00:00.000Z']
  const amounts = ['0.01', '0.99', '1', '999.99', '1000', '1000.01', '5000000']
  let nonEmpty = 0
  for (let n = 0; n < 150; n++) {
    const given = {
      type: some(TRANSACTION_TYPES),
      status: some(TRANSACTION_STATUSES),
      method: some(TRANSACTION_METHODS),
      minAmount: some(amounts),
      maxAmount: some(amounts),
      from: some(days),
      to: some(days),
      decided: some(['true']),
      flag: some(['large', 'velocity', 'new_device']),
      search: some(['payee', 'ref1', 'ada', 'e']),
      userId: some(people.map(({ id }) => id)),
    }
    const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Query
    const sort = Object.keys(ORDERS)[random(4)] ?? 'newest'
    const expected = bruteForce(query).sort(ORDERS[sort])
    if (expected.length > 0) nonEmpty++
    const found = await walk({ ...query, sort }, ['1', '7', '20', '100'][expected.length < 30 ? random(4) : 3])
    expect([JSON.stringify({ ...query, sort }), ids(found)]).toEqual([
      JSON.stringify({ ...query, sort }),
      ids(expected),
    ])

    const totals = (await admin.call('GET', '/admin/transactions/totals', { query })).json()
    const sum = (sign: number) =>
      expected.reduce((total, { amount }) => (Math.sign(amount) === sign ? total + cents(amount) : total), 0) / 100
    expect(totals).toEqual({ count: expected.length, hasMore: false, deposits: sum(1), transfers: -sum(-1) || 0 })
  }
  expect(nonEmpty).toBeGreaterThan(30)
}, 60_000)

const AMOUNT = 'Enter an amount between 0 and 9,999,999,999.99 with at most two decimals.'
describe.each([LIST, '/admin/transactions/totals', '/admin/transactions/export'])('%s rejects', (path) => {
  test.each([
    ['minAmount=', 'minAmount', AMOUNT],
    ['minAmount=-1', 'minAmount', AMOUNT],
    ['minAmount=1e3', 'minAmount', AMOUNT],
    ['minAmount=1.005', 'minAmount', AMOUNT],
    ['minAmount=1,000', 'minAmount', AMOUNT],
    ['maxAmount=10000000000', 'maxAmount', AMOUNT],
    ['maxAmount=NaN', 'maxAmount', AMOUNT],
    ['maxAmount=5&maxAmount=6', 'maxAmount', AMOUNT],
    ['method=cash', 'method', 'The method is wire, bank, crypto, internal, adjustment or move.'],
    ['type=transfer', 'type', 'The type is Deposit or Transfer.'],
    ['status=Open', 'status', 'The status is Pending, Completed or Declined.'],
    ['from=yesterday', 'from', 'Enter a date (YYYY-MM-DD) or a time with its zone.'],
    ['page=2', 'page', 'Unknown field.'],
  ])('%s', async (query, field, msg) => {
    expect(refusalOf(await admin.call('GET', `${path}?${query}`))).toEqual(fieldError(field, msg))
  })
})

test('an unknown sort is rejected, and sort takes precedence over order', async () => {
  expect(refusalOf(await admin.call('GET', `${LIST}?sort=amount`))).toEqual(
    fieldError('sort', 'The sort is newest, oldest, largest or smallest.'),
  )
  expect(ids(await walk({ sort: 'oldest', order: 'newest' }))).toEqual(ids(all.toSorted(ORDERS.oldest)))
})
