import pg from 'pg'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool, type Sql, type Tx } from '../../platform/db/connection.ts'
import { idsBeginningWith } from '../../platform/db/id-range.ts'
import type { Query } from '../../platform/db/query.ts'
import { findAccountsByName } from './conditions.ts'
import { allTransactions, ownTransactions, totalsQuery, withPlanFor } from './store.ts'

const bank = useBank()

const ACCOUNTS = 3_000
const TRANSACTIONS = 30_000
const BATCH = 6_000
const PAGE = 21

/**
 * One customer with a twentieth of the bank's history, and all others, in a database of their own: they are in no books. All
 * tables that the lists read are filled and analyzed. An empty one is read from end to end, or not, as its statistics say.
 */
async function fill(owner: Sql): Promise<string> {
  await owner`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select md5('person ' || n)::uuid, n || '@people.example', n || '@people.example', 'Person ' || n, 'none', 'User',
           'Active', now(), now()
    from generate_series(1, ${ACCOUNTS}::int) n`
  await owner`
    insert into accounts (id, owner_id, opened_at, number)
    select md5('person ' || n)::uuid, md5('person ' || n)::uuid, now(), (1000000000 + n)::text from generate_series(1, ${ACCOUNTS}::int) n`
  // One statement for all rows would reach the timeout on a busy machine.
  for (let first = 1; first < TRANSACTIONS; first += BATCH) {
    await owner`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    select md5('upload ' || n)::uuid, md5('person ' || n % ${ACCOUNTS} + 1)::uuid, 'image', 'image/png', '',
           sha256(convert_to((n / 2)::text, 'UTF8')), now()
    from generate_series(${first}::int, ${first + BATCH - 1}::int) n`
    // The names of counterparties are as customers and staff write them.
    await owner`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, receipt_id, flags, party_name, party_account)
    select (lpad(to_hex(n * 97), 8, '0') || substr(md5(n::text), 9))::uuid,
           md5('person ' || case when n % 20 = 0 then 1 else n % ${ACCOUNTS} + 1 end)::uuid,
           case when n % 7 = 0 then 'Transfer' else 'Deposit' end, case when n % 7 = 0 then -1 else 1 end,
           case n % 100 when 0 then 'Pending' when 1 then 'Declined' else 'Completed' end,
           case when n % 50 = 3 then 'crypto' else 'bank' end, n::text,
           at, at, case when n % 100 > 1 then at end, case when n % 100 > 0 then at end, md5('upload ' || n)::uuid,
           case when n % 1000 = 7 then 'large' when n % 300 = 0 then 'new_payee' when n % 20 = 3 then 'new_payee velocity' else '' end,
           case when n in (7, 14) then 'Émile Zola' when n % 7 = 0 then 'Payee ' || md5(n::text) else '' end,
           case when n % 7 = 0 then right(md5(n::text), 10) else '' end
    from generate_series(${first}::int, ${first + BATCH - 1}::int) n,
         lateral (select timestamptz '2020-01-01Z' + n * interval '1 hour') as t (at)`
  }
  // A tag on few and one on many.
  await owner`
    insert into transaction_tags (transaction_id, key, text, person_id, value_at, author_id, at)
    select id, tag, tag, account_id, value_at, account_id, now()
    from transactions, unnest(array['rare', 'common']) tag where reference::int % case tag when 'rare' then 500 else 3 end = 0`
  await owner`
    insert into transaction_labels (transaction_id, person_id, category, updated_at)
    select id, account_id, 'shopping', now() from transactions where reference::int % 5 = 0`
  await owner`
    insert into payee_categories (person_id, account_number, bank_name, category)
    select account_id, party_account, 'Bank', 'shopping' from transactions where party_account <> ''`
  await owner`analyze`
  const [row] = await owner<{ id: string }[]>`select md5('person 1')::uuid as id`
  return row?.id ?? ''
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Alias?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
type Plan = { indexes: string[]; scanned: string[]; read: number; answered: number }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** How the database ran a query: the indexes it used, tables read from end to end, and how many transactions it touched. */
async function run(tx: Tx, query: Query<readonly object[]>): Promise<Plan> {
  const [row] = await tx`explain (analyze, format json) ${query}`
  const root: Node = row?.['QUERY PLAN'][0].Plan
  const nodes = nodesOf(root)
  const lists = nodes.filter((node) => node['Relation Name'] === 'transactions' && node.Alias?.startsWith('t'))
  const touched = (node: Node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return {
    indexes: [...new Set(lists.map((node) => node['Index Name'] ?? 'none'))],
    scanned: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
    read: lists.reduce((sum, node) => sum + touched(node), 0),
    answered: root['Actual Rows'],
  }
}

describe('on a large bank', () => {
  let database: TestDatabase
  let owner: Sql
  let accountId: string
  beforeAll(async () => {
    database = await createTestDatabase()
    owner = openPool(database.connection, { max: 1 })
    accountId = await fill(owner)
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  test('every list reads about as many rows as it returns, from an index', async () => {
    await owner.begin(async (tx) => {
      const after = { rank: Date.UTC(2021, 5, 1), id: newId() }
      const span = { from: new Date('2021-03-01Z'), until: new Date('2021-04-01Z') }
      const rows = PAGE
      const own = (filter = {}) =>
        run(tx, ownTransactions(tx, { ownerId: accountId, accountIds: [accountId], rows, ...filter }))
      const all = (filter = {}) => run(tx, allTransactions(tx, { rows, ...filter }))
      const full = (index: string, read = PAGE) => ({ indexes: [index], scanned: [], read, answered: PAGE })

      const ofAccount = 'transactions_of_account_by_type'
      expect(await own()).toEqual(
        full(
          ofAccount,
          expect.toSatisfy((read: number) => read <= 2 * PAGE),
        ),
      )
      expect(await own({ after })).toEqual(
        full(
          ofAccount,
          expect.toSatisfy((read: number) => read <= 2 * PAGE),
        ),
      )
      expect(await own(span)).toEqual(
        full(
          ofAccount,
          expect.toSatisfy((read: number) => read <= 2 * PAGE),
        ),
      )
      // An amount that none has: all of the own history, and nothing of other people's.
      const none = await own({ text: '1,150.00' })
      expect(none).toMatchObject({ scanned: [], answered: 0 })
      expect(none.read).toBeLessThanOrEqual(TRANSACTIONS / 10)
      expect(await own({ type: 'Transfer' })).toEqual(full(ofAccount))
      expect(await own({ type: 'Transfer', after })).toEqual(full(ofAccount))
      expect(await all({ accountIds: [accountId] })).toEqual(
        full(
          ofAccount,
          expect.toSatisfy((read: number) => read <= 2 * PAGE),
        ),
      )

      expect(await all()).toEqual(full('transactions_newest'))
      expect(await all({ after })).toEqual(full('transactions_newest'))
      expect(await all(span)).toEqual(full('transactions_newest'))
      expect(await all({ status: 'Pending' })).toEqual(full('transactions_not_completed'))
      expect(await all({ status: 'Pending', after })).toEqual(full('transactions_not_completed'))
      expect(await all({ status: 'Declined' })).toEqual(full('transactions_not_completed'))

      expect(await all({ sort: 'largest' })).toEqual(full('transactions_by_amount'))
      expect(await all({ sort: 'smallest', after: { rank: 1, id: newId() } })).toMatchObject({
        indexes: ['transactions_by_amount'],
        scanned: [],
      })
      expect(await all({ method: 'crypto' })).toEqual(full('transactions_of_rare_method'))
      expect(await all({ type: 'Transfer', minCents: 1n, ...span })).toMatchObject({
        indexes: ['transactions_newest'],
        scanned: [],
      })
      expect(await all({ minCents: 2n })).toMatchObject({ indexes: ['transactions_by_amount'], scanned: [], read: 0 })
      expect(await all({ status: 'Pending', sort: 'largest' })).toMatchObject({ scanned: [] })
      expect(await all({ accountIds: [accountId], sort: 'largest' })).toMatchObject({ scanned: [] })

      // A rare flag, one that no transaction has, and pending ones with a flag that many decided ones have.
      const ofFlag = 'transactions_by_flags'
      const few = expect.toSatisfy((read: number) => read <= 3 * PAGE)
      expect(await all({ flag: 'large' })).toEqual(full(ofFlag, few))
      expect(await all({ flag: 'whole_balance' })).toEqual({ ...full(ofFlag, few), answered: 0 })
      expect(await all({ flag: 'new_payee', status: 'Pending', sort: 'oldest' })).toEqual(full(ofFlag, few))

      // The next page of a tag starts where the first ended.
      const year = { from: new Date('2021-01-01Z'), until: new Date('2022-01-01Z') }
      for (const key of ['rare', 'common'])
        for (const more of [{}, { after }, { sort: 'oldest' }, { sort: 'oldest', after }, year]) {
          const tagged = await all({ tag: { key, readerId: newId() }, ...more })
          expect([key, more, tagged]).toEqual([
            key,
            more,
            { ...full('transactions_pkey', few), answered: expect.any(Number) },
          ])
          expect(tagged.answered).toBeGreaterThan(10)
        }

      const idSearch = (text: string, more = {}) => all({ ids: idsBeginningWith(text), ...more })
      expect(await idSearch('0')).toEqual(full('transactions_pkey'))
      expect(await idSearch('00')).toEqual(full('transactions_pkey'))
      expect(await idSearch('00', { after: { rank: 0, id: '00100000-0000-7000-8000-000000000000' } })).toEqual(
        full('transactions_pkey'),
      )
      const [some] = await tx<
        { id: string }[]
      >`select id from transactions order by id offset ${TRANSACTIONS / 2} limit 1`
      const one = { indexes: ['transactions_pkey'], scanned: [], read: 1, answered: 1 }
      expect(await idSearch(some?.id ?? '')).toEqual(one)
      expect(await idSearch(some?.id.slice(0, 8) ?? '')).toEqual(one)
    })
  })

  test('a text is found by its index, also when no or few transactions have it', async () => {
    await owner.begin(async (tx) => {
      await tx`set local plan_cache_mode = force_custom_plan`
      const search = async (text: string, more = {}) =>
        run(tx, allTransactions(tx, { text, namedAccountIds: await findAccountsByName(tx, text), rows: PAGE, ...more }))
      const indexed = { indexes: expect.arrayContaining(['none']), scanned: [] }
      for (const more of [{}, { sort: 'largest' }, { status: 'Completed' }, { type: 'Transfer' }]) {
        // Besides what the index finds, all pending ones are read.
        const none = await search('no such text', more)
        expect(none).toMatchObject({ ...indexed, answered: 0 })
        expect(none.read).toBeLessThanOrEqual(TRANSACTIONS / 100)
        expect(await search('emile', more)).toMatchObject({ ...indexed, answered: 2 })
      }
      // A name of a customer: their transactions, from the index by account.
      expect(await search('person 2999', {})).toMatchObject({ scanned: [], answered: expect.toSatisfy((n) => n > 0) })
      // Many have it: read from the newest on.
      const payees = await search('payee')
      expect([payees.scanned, payees.answered]).toEqual([[], PAGE])
      expect(await search('emile', { accountId })).toMatchObject({ scanned: [] })
      const totals = await tx`explain (analyze, format json) ${totalsQuery(tx, { text: 'no such text' }, 'all')}`
      expect(JSON.stringify(totals)).toContain('transactions_folded_party')
      const beginning = await tx`explain (format json) ${totalsQuery(tx, { text: 'xyz12' }, 'all')}`
      expect(JSON.stringify(beginning)).toContain('transactions_reference')
    })
  })

  test('a text that many transactions have is read from the newest on', async () => {
    const planFor = (text: string) =>
      withPlanFor(owner, { text }, (tx) => run(tx as Tx, allTransactions(tx, { text, rows: PAGE })))
    const many = await planFor('payee')
    expect(many).toMatchObject({ indexes: ['transactions_newest'], answered: PAGE })
    // One in seven has it.
    expect(many.read).toBeLessThanOrEqual(7 * PAGE)
    const [one] = await owner<{ name: string }[]>`select party_name as name from transactions where reference = '7007'`
    expect(await planFor(one?.name ?? '')).toMatchObject({ answered: 1 })
  })
})

test('a list has one statement for pages of about one size, and no parameter that would make a new plan every time', async () => {
  const statements = await bank.sql.begin(async (tx) => {
    for (const rows of [12, 16, PAGE]) await allTransactions(tx, { status: 'Pending', rows })
    return tx<{ parameters: number }[]>`
      select cardinality(parameter_types) as parameters from pg_prepared_statements
      where statement like ${"%t.status = 'Pending'%"}`
  })
  expect(statements).toEqual([{ parameters: 0 }])
  expect(() => allTransactions(bank.sql, { rows: 502 })).toThrow('502 rows')
})

describe('the number of queries does not grow with the response', () => {
  const count = async (ask: () => Promise<unknown>) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await ask()
    const texts = sent.mock.calls.map(([statement]) => (statement as unknown as pg.QueryConfig).text)
    sent.mockRestore()
    // The session is cached for less than a second and then read again, however long the answer is.
    return texts.filter((text) => !text.includes('from sessions')).length
  }

  test.each(['/transactions', '/transactions/admin'])('%s', async (path) => {
    const admin = await bank.person({ role: 'Admin' })
    const ask = async (expected: number) => {
      const response = await admin.call('GET', `${path}?limit=100`)
      expect(response.json()).toHaveLength(expected)
    }
    await bank.owner`delete from transactions`
    await ask(0)
    const few = await count(() => ask(0))
    await bank.owner`
      insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at)
      select gen_random_uuid(), ${admin.id}, 'Deposit', 1, 'Pending', 'bank', n::text, now(), now()
      from generate_series(1, 150) n`
    await ask(100)
    const many = await count(() => ask(100))
    expect([few, many]).toEqual([1, 1])
  })
})
