import { beforeAll, describe, expect, test } from 'vitest'
import { SOME_ID } from '../../../test/bad-values.ts'
import { type Bank, type Person, useBank } from '../../../test/bank.ts'
import { isRareShortPart } from '../../customers/email-search.ts'
import { countPeople, recountPeople } from '../../customers/people-count.ts'
import { listUsers } from './list-users.ts'
import { type PeopleFilter, selectMatching, selectPage } from './store.ts'

const bank = useBank()
let admin: Person
const people: Person[] = []

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', email: 'grace@office.example', fullName: 'Grace Admin' })
  for (let i = 1; i <= 12; i++) people.push(await bank.person({ email: `Holder_${i}@people.example` }))
})

const list = (query: Record<string, string> = {}) => admin.call('GET', '/users/all', { query })
const emails = (response: Awaited<ReturnType<typeof list>>) =>
  response.json().map(({ email }: { email: string }) => email)
const customers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => `Holder_${from - i}@people.example`)

test('returns five per page, newest first, with the total and the next page', async () => {
  const first = await list()
  expect([first.statusCode, emails(first)]).toEqual([200, customers(12, 8)])
  expect(first.headers).toMatchObject({ 'x-total-count': '13', link: '</api/users/all?page=2>; rel="next"' })
  const second = await list({ page: '2' })
  expect(emails(second)).toEqual(customers(7, 3))
  const third = await list({ page: '3' })
  expect(emails(third)).toEqual([...customers(2, 1), 'grace@office.example'])
  expect([third.headers['x-total-count'], third.headers.link]).toEqual(['13', undefined])
  const beyond = await list({ page: '4' })
  expect([beyond.statusCode, beyond.json(), beyond.headers['x-total-count']]).toEqual([200, [], '13'])
  expect(emails(await list({ limit: '100' }))).toHaveLength(13)
  expect(emails(await list({ page: '999999999', limit: '100' }))).toEqual([])
})

test('returns each user with balance and account number, without secrets', async () => {
  const [ada] = people
  if (!ada) throw new Error('unreachable')
  await bank.fund(ada.id, 12_34n)
  const [user] = (await list({ search: 'holder_1@' })).json()
  expect(user).toMatchObject({ _id: ada.id, balance: 12.34, held: 0, role: 'User', status: 'Active', hasPin: true })
  expect(Object.keys(user).sort()).toEqual(
    [
      '_id accountNumber address balance codeDescription createdAt dob email emailConfirmed fullName gender hasPin hasTransactionCode',
      'held image locale mobile nameChange nationality role standing status tags',
    ]
      .join(' ')
      .split(' '),
  )
})

test.each([
  ['part of an address', 'LDER_1', ['12', '11', '10', '1'], '4'],
  ['a domain', '@office.', ['grace'], '1'],
  ['one letter', 'g', ['grace'], '1'],
  ['two letters', 'Gr', ['grace'], '1'],
  ['an underscore, which is no wildcard', 'r_1@', ['1'], '1'],
  ['a percent sign, which is none either', '%', [], '0'],
  ['a backslash', '\\', [], '0'],
  ['no match', 'zzz', [], '0'],
])('search for %s', async (_, search, found, total) => {
  const response = await list({ search, limit: '100' })
  const names = emails(response).map((email: string) => /_(\d+)@|^(\w+)@office/.exec(email)?.slice(1).join(''))
  expect([names, response.headers['x-total-count']]).toEqual([found, total])
})

test('the link to the next page contains the search', async () => {
  const response = await list({ search: 'holder', limit: '10' })
  expect(response.headers).toMatchObject({
    'x-total-count': '12',
    link: '</api/users/all?search=holder&limit=10&page=2>; rel="next"',
  })
  const next = await list({ search: 'holder', limit: '10', page: '2' })
  expect([emails(next), next.headers.link]).toEqual([customers(2, 1), undefined])
})

test('six digits of a phone or account number find the person, fewer are part of an address only', async () => {
  const [ada] = people
  await bank.owner`update people set mobile = '+1 (555) 010-0142' where id = ${ada?.id ?? ''}`
  const { accountNumber } = (await list({ search: 'holder_1@' })).json()[0]
  for (const search of [
    '555 0100142',
    '+1 555-010',
    accountNumber,
    `${accountNumber.slice(0, 3)} ${accountNumber.slice(3)}`,
  ])
    expect(emails(await list({ search })), search).toEqual(['Holder_1@people.example'])
  expect(emails(await list({ search: '0142' }))).toEqual([])
  // Nothing but zeros is no part of a phone number.
  expect(emails(await list({ search: '000000' }))).toEqual([])
})

test('finds names by their words, in any order, without accents and case', async () => {
  await bank.owner`update people set full_name = 'Zoë Ana Núñez' where id = ${people[4]?.id ?? ''}`
  for (const search of ['nunez zoe', 'ZOË', 'ana núñ', 'Zoe  Nunez'])
    expect(emails(await list({ search })), search).toEqual(['Holder_5@people.example'])
  expect(emails(await list({ search: 'zoe smith' }))).toEqual([])
  expect(emails(await list({ search: 'nunez', status: 'Frozen' }))).toEqual([])
})

test('filters by status and role, also within a search', async () => {
  await bank.person({ status: 'Pending', email: 'waiting@people.example' })
  const found = await list({ status: 'Pending' })
  expect([emails(found), found.headers['x-total-count']]).toEqual([['waiting@people.example'], '1'])
  expect(emails(await list({ role: 'Admin' }))).toEqual(['grace@office.example'])
  expect(emails(await list({ role: 'Admin', status: 'Pending' }))).toEqual([])
  expect(emails(await list({ search: 'people.example', status: 'Pending', role: 'User' }))).toEqual([
    'waiting@people.example',
  ])
  const next = await list({ status: 'Active', role: 'User', limit: '10' })
  expect(next.headers).toMatchObject({
    'x-total-count': '12',
    link: '</api/users/all?status=Active&role=User&limit=10&page=2>; rel="next"',
  })
})

test('ignores an empty search', async () => {
  expect((await list({ search: ' ' })).headers['x-total-count']).toBe('14')
})

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1e9'],
  ['page', '1;--'],
  ['page', ''],
  ['page', '1000000000'],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '-5'],
  ['limit', '5.0'],
  ['sort', 'email;drop table people'],
  ['search', 'x'.repeat(255)],
  ['status', 'pending'],
  ['status', ''],
  ['role', 'Owner'],
])('%s=%s: 400', async (name, value) => {
  const response = await list({ [name]: value })
  expect([response.statusCode, response.json().code, response.json().errors[0].path]).toEqual([400, 'invalid', name])
})

const CROWD = 12_000

/** Made set-wise: one in four hundred is called quixote, nearly all others jane. */
async function fillCrowd(crowded: Bank): Promise<void> {
  await crowded.owner.begin(async (tx) => {
    // To file so many takes a while on a busy machine.
    await tx`set local statement_timeout = 0`
    await tx`
      insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
      select (lpad(to_hex(n), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid, address, address, 'Person', 'none',
             case when n % 600 = 0 then 'Teller' else 'User' end, case when n % 400 = 0 then 'Pending' else 'Active' end,
             now(), now()
      from generate_series(1, ${CROWD}::int) n,
           lateral (select case when n % 400 = 7 then 'quixote' else 'jane' end || n || '@mail.example') as a (address)`
    await tx`
      insert into accounts (id, owner_id, opened_at, number)
      select id, id, now(), (row_number() over () + 1000000000)::text from people`
  })
  await recountPeople(crowded.sql)
  await crowded.owner`vacuum analyze people, accounts`
}

type Node = {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

describe('with many people', () => {
  const crowded = useBank()
  beforeAll(() => fillCrowd(crowded))

  async function planOf(filter: PeopleFilter) {
    const plan = await crowded.sql.begin(async (tx) => {
      await tx`set local plan_cache_mode = force_custom_plan`
      const isRare = filter.search ? await isRareShortPart(tx, filter.search) : false
      const query = selectMatching(tx, { ...filter, isRare, countUpTo: 10_001, offset: 0, limit: 5 })
      const [row] = await tx`explain (analyze, format json) ${query}`
      return row?.['QUERY PLAN'][0].Plan as Node
    })
    // The few staff without an account have an index of their own.
    const nodes = nodesOf(plan).filter((node) => node['Index Name'] !== 'people_staff_only')
    const reads = nodes.filter((node) => node['Relation Name'] === 'people')
    return {
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      read: reads.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0),
    }
  }

  test('a search uses an index and reads only the rows it returns or counts', async () => {
    const trigrams = 'people_email_trigrams'
    const names = 'people_folded_name'
    expect(await planOf({ search: 'quixote' })).toEqual({ indexes: [trigrams, names], read: 30 })
    // A part that few have next to one that all have.
    expect(await planOf({ search: 'jane4321@mail' })).toEqual({ indexes: ['people_local_parts'], read: 1 })
    expect(await planOf({ search: 'enaj' })).toEqual({ indexes: [trigrams, names], read: 0 })
    for (const common of ['example', '.ex'])
      expect(await planOf({ search: common })).toEqual({ indexes: ['people_newest', names], read: 10_001 })
    for (const common of ['e', '@'])
      expect(await planOf({ search: common })).toEqual({ indexes: ['people_newest'], read: 10_001 })
    // Shorter than a trigram.
    for (const missing of ['z', '%', 'me'])
      expect(await planOf({ search: missing })).toEqual({ indexes: ['people_short_parts'], read: 0 })
    for (const rare of ['q', 'UI'])
      expect(await planOf({ search: rare })).toEqual({ indexes: ['people_short_parts'], read: 30 })
  })

  test('a filter by a rare status or role reads only the people who have it', async () => {
    expect(await planOf({ status: 'Pending' })).toEqual({ indexes: ['people_not_active'], read: 30 })
    expect(await planOf({ role: 'Teller' })).toEqual({ indexes: ['people_staff'], read: 20 })
    expect((await planOf({ status: 'Active' })).read).toBeLessThan(10_100)
    const found = await listUsers(crowded.sql, { status: 'Pending', role: 'Teller', page: 2, limit: 5 }, SOME_ID)
    expect([found.total, found.hasNext, found.users.length]).toEqual([10, false, 5])
    const both = await listUsers(crowded.sql, { search: 'jane', status: 'Pending', page: 1, limit: 50 }, SOME_ID)
    expect([both.total, both.users.every(({ status }) => status === 'Pending')]).toEqual([30, true])
  })

  test('six digits of a phone or account number are found by their indexes', async () => {
    const { indexes, read } = await planOf({ search: '1000004321' })
    expect([indexes.includes('people_phone_trigrams'), indexes.includes('accounts_number_key')]).toEqual([true, true])
    expect(read).toBeLessThan(10)
  })

  test('omits the total above ten thousand results and still links to the next page', async () => {
    const found = await listUsers(crowded.sql, { search: 'jane', page: 1, limit: 5 }, SOME_ID)
    expect([found.total, found.hasNext, found.users.length]).toEqual([null, true, 5])
    const deep = await listUsers(crowded.sql, { search: 'jane', page: 2_200, limit: 5 }, SOME_ID)
    expect([deep.total, deep.hasNext, deep.users.length]).toEqual([null, true, 5])
    const exact = await listUsers(crowded.sql, { search: 'quixote', page: 6, limit: 5 }, SOME_ID)
    expect([exact.total, exact.hasNext, exact.users.length]).toEqual([30, false, 5])
  })

  test('returns the correct page, read from either end', async () => {
    expect(await countPeople(crowded.sql)).toBe(CROWD)
    const newestFirst = (await crowded.sql`select id from people order by id desc`).map(({ id }) => id)
    for (const page of [1, 2, 1_199, 1_200, 1_201, 1_202, 2_399, 2_400, 2_401]) {
      const { users, hasNext } = await listUsers(crowded.sql, { page, limit: 5 }, SOME_ID)
      expect(users.map(({ _id }) => _id)).toEqual(newestFirst.slice((page - 1) * 5, page * 5))
      expect(hasNext).toBe(page < CROWD / 5)
    }
    const odd = await listUsers(crowded.sql, { page: 1_715, limit: 7 }, SOME_ID)
    expect(odd.users.map(({ _id }) => _id)).toEqual(newestFirst.slice(1_714 * 7, 1_715 * 7))
  })

  test('the last page is read from the end', async () => {
    const [row] = await crowded.sql`
      explain (analyze, format json) ${selectPage(crowded.sql, CROWD, CROWD - 5, 5)}`
    expect(nodesOf(row?.['QUERY PLAN'][0].Plan).every((node) => node['Actual Rows'] <= 5)).toBe(true)
  })
})
