import type { LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnTransaction, Transaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { bankTimeZone: 'America/New_York' } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

type Query = Record<string, string>
const list = async (person: Person, query: Query = {}): Promise<Transaction[]> => {
  const response = await person.call('GET', '/transactions', { query })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const amounts = async (person: Person, query: Query = {}) => (await list(person, query)).map(({ amount }) => amount)

/** Deposits of 1, 2, 3 … dollars, each valued a day later than the one before it. */
async function withHistory(count: number, first = '2024-01-01T12:00:00Z'): Promise<Person> {
  const person = await bank.person()
  for (let day = 0; day < count; day++)
    await bank.fund(person.id, BigInt(day + 1) * 100n, new Date(Date.parse(first) + day * 86_400_000))
  return person
}

/** Follows the Link headers to the end. */
async function walk(person: Person, path: string): Promise<{ pages: Transaction[][]; links: string[] }> {
  const pages: Transaction[][] = []
  const links: string[] = []
  for (let next: string | undefined = path; next; ) {
    const response: LightMyRequestResponse = await bank.app.inject({
      method: 'GET',
      url: next,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(response.statusCode).toBe(200)
    pages.push(response.json())
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
    if (next) links.push(next)
  }
  return { pages, links }
}

describe('GET /transactions', () => {
  test('is empty for a new customer', async () => {
    const response = await (await bank.person()).call('GET', '/transactions')
    expect([response.statusCode, response.json(), response.headers.link]).toEqual([200, [], undefined])
  })

  test('returns only the caller’s own, newest value date first', async () => {
    const ada = await withHistory(3)
    await withHistory(3)
    expect(await amounts(ada)).toEqual([3, 2, 1])
    await bank.fund(ada.id, 900n, new Date('2024-01-01T18:00:00Z'))
    expect(await amounts(ada)).toEqual([3, 2, 9, 1])
    expect((await admin.call('GET', `/transactions?userId=${ada.id}`)).statusCode).toBe(400)
    expect((await admin.call('GET', `/transactions?accountId=${ada.id}`)).statusCode).toBe(404)
  })

  test('returns twenty by default, and pages without gaps or duplicates, also at equal times', async () => {
    const ada = await bank.person()
    const [early, late] = [new Date('2024-01-01T12:00:00Z'), new Date('2024-01-01T12:00:00.001Z')]
    for (let i = 0; i < 45; i++) await bank.fund(ada.id, BigInt(i + 1) * 100n, i % 2 === 0 ? early : late)
    const all = await walk(ada, '/api/transactions')
    expect(all.pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(new Set(all.pages.flat().map(({ _id }) => _id)).size).toBe(45)
    const order = all.pages.flat().map(({ createdAt, _id }) => `${createdAt} ${_id}`)
    expect(order).toEqual([...order].sort().reverse())

    const byTens = await walk(ada, '/api/transactions?type=Deposit&limit=10')
    expect(byTens.pages.map(({ length }) => length)).toEqual([10, 10, 10, 10, 5])
    expect(byTens.pages.flat()).toEqual(all.pages.flat())
    for (const link of byTens.links) expect(link).toMatch(/^\/api\/transactions\?type=Deposit&limit=10&cursor=/)
  })

  test('has no next link when the last page is full', async () => {
    const ada = await withHistory(4)
    expect((await walk(ada, '/api/transactions?limit=2')).pages.map(({ length }) => length)).toEqual([2, 2])
  })

  test('transactions booked meanwhile don’t shift the following pages', async () => {
    const ada = await withHistory(4)
    const first = await ada.call('GET', '/transactions?limit=2')
    await bank.fund(ada.id, 99_00n)
    const link = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await ada.call('GET', link.replace('/api', ''))
    expect(second.json().map((t: Transaction) => t.amount)).toEqual([2, 1])
  })

  test('filters by type and status', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const [first, second] = [10, 20].map((amount) => ada.call('POST', '/transfer', { body: transferForm({ amount }) }))
    await second
    const body = { transactionId: (await first)?.json()._id }
    await admin.call('POST', '/deposit/decline', { body })
    expect((await amounts(ada)).sort()).toEqual([-10, -20, 500])
    expect((await amounts(ada, { type: 'Transfer' })).sort()).toEqual([-10, -20])
    expect(await amounts(ada, { type: 'Deposit' })).toEqual([500])
    expect(await amounts(ada, { status: 'Pending' })).toEqual([-20])
    expect(await amounts(ada, { status: 'Declined', type: 'Transfer' })).toEqual([-10])
    expect(await amounts(ada, { status: 'Completed' })).toEqual([500])
    expect(await amounts(ada, { status: 'Declined', type: 'Deposit' })).toEqual([])
  })

  test('filters by days in the bank’s time zone, inclusive, or exact times', async () => {
    // Noon in UTC is morning in New York; late evening in New York is the next day in UTC.
    const ada = await withHistory(5)
    await bank.fund(ada.id, 99_00n, new Date('2024-01-04T03:00:00Z'))
    expect(await amounts(ada, { from: '2024-01-03' })).toEqual([5, 4, 99, 3])
    expect(await amounts(ada, { to: '2024-01-03' })).toEqual([99, 3, 2, 1])
    expect(await amounts(ada, { from: '2024-01-03', to: '2024-01-03' })).toEqual([99, 3])
    expect(await amounts(ada, { from: '2024-01-04' })).toEqual([5, 4])
    expect(await amounts(ada, { from: '2024-01-03T12:00:00Z', to: '2024-01-04T12:00:00.000Z' })).toEqual([4, 99, 3])
    expect(await amounts(ada, { from: '2024-01-03T12:00:00.001Z', to: '2024-01-04T11:59:59.999Z' })).toEqual([99])
    expect(await amounts(ada, { from: '2024-01-05T07:00:00-05:00' })).toEqual([5])
    expect(await amounts(ada, { from: '2024-01-05', to: '2024-01-01' })).toEqual([])
  })

  test('searches reference, counterparty and reason, case-insensitive and without wildcards', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const parties = [
      { accountName: 'Café 100% Zürich A_7', accountNumber: 'ACC-77', amount: 1 },
      { accountName: 'Cafe 1000 Bern AX7', accountNumber: 'ACCX77', amount: 2 },
      { accountName: 'back\\slash', accountNumber: '5', amount: 3 },
    ]
    const ids: string[] = []
    for (const party of parties)
      ids.push((await ada.call('POST', '/transfer', { body: transferForm(party) })).json()._id)
    const body = { transactionId: ids[2], reason: 'Unknown Receiver' }
    await admin.call('POST', '/deposit/decline', { body })
    expect(await amounts(ada, { search: 'café' })).toEqual([-1])
    expect(await amounts(ada, { search: '100%' })).toEqual([-1])
    expect(await amounts(ada, { search: 'a_7' })).toEqual([-1])
    expect(await amounts(ada, { search: 'acc77' })).toEqual([-1])
    expect((await amounts(ada, { search: 'acc' })).sort()).toEqual([-1, -2])
    expect(await amounts(ada, { search: 'k\\s' })).toEqual([-3])
    expect(await amounts(ada, { search: 'unknown receiver' })).toEqual([-3])
    expect(await amounts(ada, { search: 'unknown receiver', type: 'Deposit' })).toEqual([])
    expect(await amounts(ada, { search: "' or 1=1 --" })).toEqual([])
    expect(await amounts(ada, { search: '' })).toHaveLength(4)
    const [newest] = await list(ada)
    expect(await list(ada, { search: newest?.reference.slice(2, 8).toLowerCase() ?? '' })).toEqual([newest])
    expect(await amounts(await bank.person(), { search: 'café' })).toEqual([])
  })
})

const LIMIT = 'The limit is a whole number between 1 and 100.'
const DATE = 'Enter a date (YYYY-MM-DD) or a time with its zone.'
describe.each(['/transactions', '/transactions/admin'])('%s rejects', (path) => {
  test.each([
    ['limit=0', 'limit', LIMIT],
    ['limit=-1', 'limit', LIMIT],
    ['limit=101', 'limit', LIMIT],
    ['limit=1e9', 'limit', LIMIT],
    ['limit=1;--', 'limit', LIMIT],
    ['limit=5&limit=6', 'limit', LIMIT],
    ['limit=', 'limit', LIMIT],
    ['type=deposit', 'type', 'The type is Deposit or Transfer.'],
    ['type=Deposit&type=Transfer', 'type', 'The type is Deposit or Transfer.'],
    ['status=Done', 'status', 'The status is Pending, Completed or Declined.'],
    ['from=2023-02-29', 'from', DATE],
    ['from=0000-01-01', 'from', DATE],
    ['to=9999-12-31', 'to', DATE],
    ['to=%2B275760-09-13T00:00:00Z', 'to', DATE],
    ['to=yesterday', 'to', DATE],
    ['cursor=x', 'cursor', 'Not a valid cursor.'],
    ['cursor=', 'cursor', 'Not a valid cursor.'],
    ['cursor=99999999999999_0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', 'cursor', 'Not a valid cursor.'],
    [`search=${'x'.repeat(101)}`, 'search', 'Search can have at most 100 characters.'],
    ['search=a%00b', 'search', 'Search has characters that can’t be stored.'],
    ['search=a&search=b', 'search', 'Search must be text.'],
    ['page=2', 'page', 'Unknown field.'],
  ])('%s', async (query, field, msg) => {
    expect(refusalOf(await admin.call('GET', `${path}?${query}`))).toEqual(fieldError(field, msg))
  })
})

describe('GET /transactions/admin', () => {
  const listAll = async (query: Query) => (await admin.call('GET', '/transactions/admin', { query })).json()

  test('returns all transactions with their person and the internal note', async () => {
    const ada = await bank.person({ fullName: 'Ada Lovelace', email: 'ada@people.example' })
    const body = { userId: ada.id, amount: 12, note: 'Refund' }
    const { _id } = (await admin.call('POST', '/admin/fund', { body })).json()
    const [newest] = await listAll({ limit: '1' })
    const user = { _id: ada.id, fullName: 'Ada Lovelace', email: 'ada@people.example' }
    expect(newest).toMatchObject({ _id, amount: 12, user, note: 'Refund', duplicateReceipt: false })
    const [first] = await list(ada)
    const { note: _, category, categoryGuessed, categoryAlways, ...own } = first as OwnTransaction
    expect([category, categoryGuessed, categoryAlways]).toEqual([null, false, false])
    const beyond =
      'decidedAt decidedBy duplicateReceipt flags note pendingReversal proposedAt proposedBy submittedAt tags user'.split(
        ' ',
      )
    expect(Object.keys(newest).sort()).toEqual([...Object.keys(own), ...beyond].sort())
    expect(JSON.stringify(own)).not.toContain('Refund')
  })

  test('pages oldest first and excludes pending transactions', async () => {
    const ada = await withHistory(4)
    await ada.call('POST', '/transfer', { body: transferForm({ amount: 1 }) })
    const path = `/api/transactions/admin?userId=${ada.id}&limit=2&order=oldest`
    expect((await walk(admin, path)).pages.map((page) => page.map(({ amount }) => amount))).toEqual([
      [1, 2],
      [3, 4],
      [-1],
    ])
    expect((await walk(admin, `${path}&decided=true`)).pages.flat().map(({ amount }) => amount)).toEqual([1, 2, 3, 4])
    const all = (await walk(admin, '/api/transactions/admin?order=oldest&limit=7')).pages.flat()
    const order = all.map(({ createdAt, _id }) => `${createdAt} ${_id}`)
    expect(order).toEqual([...order].sort())
    const decided = await listAll({ decided: 'true', limit: '100' })
    expect(decided.length).toBeGreaterThan(4)
    expect(decided.filter((t: Transaction) => t.status === 'Pending')).toEqual([])
    const [waiting] = await listAll({ userId: ada.id, status: 'Pending' })
    expect(await listAll({ search: waiting._id })).toHaveLength(1)
    expect(await listAll({ search: waiting._id, decided: 'true' })).toEqual([])
    expect(refusalOf(await admin.call('GET', '/transactions/admin?order=up'))).toEqual(
      fieldError('order', 'The order is newest or oldest.'),
    )
    expect(refusalOf(await admin.call('GET', '/transactions/admin?decided=false'))).toEqual(
      fieldError('decided', 'Give decided as true, or leave it out.'),
    )
  })

  test('filters by person, combined with all other filters', async () => {
    const ada = await withHistory(5)
    const { pages } = await walk(admin, `/api/transactions/admin?userId=${ada.id}&limit=2&from=2024-01-02`)
    expect(pages.map((page) => page.map(({ amount }) => amount))).toEqual([
      [5, 4],
      [3, 2],
    ])
    expect(await listAll({ userId: newId() })).toEqual([])
    expect(refusalOf(await admin.call('GET', '/transactions/admin?userId=x'))).toEqual(
      fieldError('userId', 'Not a valid id.'),
    )
  })

  test('pages through all of them', async () => {
    await withHistory(5)
    const { pages } = await walk(admin, '/api/transactions/admin?limit=7')
    const [row] = await bank.sql<{ count: bigint }[]>`select count(*) from transactions`
    const order = pages.flat().map(({ createdAt, _id }) => `${createdAt} ${_id}`)
    expect(BigInt(new Set(order).size)).toBe(row?.count)
    expect(order).toEqual([...order].sort().reverse())
  })

  test('searches by id or its prefix, in any case, with or without dashes', async () => {
    const ada = await withHistory(3)
    const [newest] = await list(ada)
    const id = newest?._id ?? ''
    const idsFor = async (search: string) => (await listAll({ search })).map((t: Transaction) => t._id)
    for (const search of [id, id.toUpperCase(), id.replaceAll('-', ''), id.slice(0, 35), ` ${id} `, id.slice(0, 30)])
      expect(await idsFor(search), search).toEqual([id])
    expect(await idsFor(`${id}0`)).toEqual([])
    expect(await idsFor('no such text')).toEqual([])
    expect(await idsFor('%%')).toEqual([])
    expect(await listAll({ search: id, userId: admin.id })).toEqual([])
    expect(await listAll({ search: id, type: 'Transfer' })).toEqual([])
    expect(await listAll({ search: id, status: 'Completed', userId: ada.id })).toHaveLength(1)
  })

  test('a short prefix pages through all matches in the order of ids', async () => {
    const { pages } = await walk(admin, '/api/transactions/admin?limit=9&search=01')
    const ids = pages.flat().map(({ _id }) => _id)
    const rows = await bank.sql<{ id: string }[]>`select id from transactions order by id desc`
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(9)
  })
})
