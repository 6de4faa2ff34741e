import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatPaymentReference, paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import { type Bank, type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import type { Tx } from '../../platform/db/connection.ts'
import type { Query } from '../../platform/db/query.ts'
import { searchOffice } from './search-office.ts'
import {
  indexedPeople,
  newestByCounterparty,
  newestPeople,
  peopleByAccountNumber,
  transactionsByAmount,
  transactionsByIdRange,
  transactionsByReference,
} from './store.ts'

const bank = useBank()
let support: Person
let emile: Person
let transfer: { _id: string; reference: string }

beforeAll(async () => {
  support = await bank.person({ role: 'Support', fullName: 'Sue Support', email: 'sue@office.example' })
  emile = await bank.person({ fullName: 'Émile Durand', email: 'e.durand@post.example', balanceCents: 500_00n })
  await bank.owner`update people set mobile = '+49 (170) 555-0142' where id = ${emile.id}`
  const body = transferForm({ amount: 123.45, accountName: 'Gräfin 100%_Zahn', accountNumber: '0532013000' })
  transfer = (await emile.call('POST', '/transfer', { body })).json()
  for (let n = 1; n <= 8; n++) await bank.person({ fullName: `Member ${n}`, email: `member${n}@people.example` })
})

const search = (q: string, by = support) => by.call('GET', '/admin/search', { query: { q } })
const namesOf = async (q: string): Promise<string[]> =>
  (await search(q)).json().people.map(({ fullName }: { fullName: string }) => fullName)
const referencesOf = async (q: string): Promise<string[]> =>
  (await search(q)).json().transactions.map(({ reference }: { reference: string }) => reference)
const numberOf = async (id: string): Promise<string> =>
  (await bank.owner<{ number: string }[]>`select number from accounts where id = ${id}`)[0]?.number ?? ''

test('returns a person and a transaction with what staff need to recognise them, and nothing else', async () => {
  const found = (await search('durand')).json()
  expect(found).toEqual({
    people: [
      {
        _id: emile.id,
        fullName: 'Émile Durand',
        email: 'e.durand@post.example',
        mobile: '+49 (170) 555-0142',
        accountNumber: await numberOf(emile.id),
        role: 'User',
        status: 'Active',
      },
    ],
    transactions: [],
    entries: [],
    morePeople: false,
    moreTransactions: false,
    moreEntries: false,
  })
  expect((await search(transfer.reference)).json().transactions).toEqual([
    {
      _id: transfer._id,
      user: { _id: emile.id, fullName: 'Émile Durand' },
      type: 'Transfer',
      amount: expect.any(Number),
      status: 'Pending',
      createdAt: expect.any(String),
      reference: transfer.reference,
      counterparty: 'Gräfin 100%_Zahn',
    },
  ])
})

test.each([
  ['a name in any case, with its accent', 'ÉMILE'],
  ['part of a name', 'le dur'],
  ['words of a name in another order', 'durand  emi'],
  ['part of an email address', 'DURAND@post'],
  ['a phone number in national form', '0170 5550142'],
  ['a phone number with the country', '0049 170/555'],
  ['the end of a phone number', '555-0142'],
])('finds a person by %s', async (_, q) => expect(await namesOf(q)).toEqual(['Émile Durand']))

test('finds a person by account number, whole, in groups, or by its last four digits', async () => {
  const number = await numberOf(emile.id)
  for (const q of [number, `${number.slice(0, 4)} ${number.slice(4)}`, number.slice(-4)])
    expect(await namesOf(q), q).toContain('Émile Durand')
})

test('finds a person by the payment reference, whole, in groups, or by its beginning', async () => {
  const reference = paymentReferenceOf(await numberOf(emile.id))
  for (const q of [reference, formatPaymentReference(reference).toLowerCase(), reference.slice(0, 11)])
    expect(await namesOf(q), q).toContain('Émile Durand')
})

test('finds a transaction by its amount, as people write it', async () => {
  for (const q of ['123.45', '123,45', '-$123.45', '$123.45'])
    expect(await referencesOf(q), q).toEqual([transfer.reference])
  expect(await referencesOf('123.46')).toEqual([])
})

test('finds entries of bank statements, for those who may read them', async () => {
  const [admin, teller] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Teller' })]
  const account = await addExternalAccount(admin)
  await importEntries(bank, admin, account, [
    { amountCents: 777_31n, counterpartyName: 'Quill & Sons', text: 'Invoice 4711 RF18 5390 0754' },
  ])
  for (const q of ['quill', '4711', 'rf185390', '777.31']) {
    const found = (await search(q, admin)).json()
    expect(found.entries, q).toEqual([
      {
        _id: expect.any(String),
        account: 'Outside',
        bookedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        amount: 777.31,
        counterpartyName: 'Quill & Sons',
        text: 'Invoice 4711 RF18 5390 0754',
        state: 'unmatched',
      },
    ])
    expect((await search(q, teller)).json().entries, q).toEqual(found.entries)
    const { entries, moreEntries } = (await search(q, support)).json()
    expect([entries, moreEntries], q).toEqual([[], false])
  }
})

test('finds a transaction by reference, id or counterparty, as customers quote them', async () => {
  const { reference, _id } = transfer
  const quoted = [reference, reference.toLowerCase(), reference.replace('-', ' '), reference.slice(0, 7)]
  for (const q of [
    ...quoted,
    _id,
    _id.toUpperCase(),
    _id.replaceAll('-', ''),
    _id.slice(0, 13),
    'gräfin',
    '053201',
    '0532-013 000',
  ])
    expect(await referencesOf(q), q).toContain(reference)
})

test('wildcards are literal, and nothing matches what is not there', async () => {
  expect(await referencesOf('100%_')).toEqual([transfer.reference])
  for (const q of ['%%', '__', '\\\\', '100__', "';--", '****', 'zz']) {
    const found = (await search(q)).json()
    expect([found.people, found.transactions], q).toEqual([[], []])
  }
})

test('returns at most six, newest first, and says that there are more', async () => {
  const found = (await search('member')).json()
  expect(found.people.map(({ fullName }: { fullName: string }) => fullName)).toEqual(
    [8, 7, 6, 5, 4, 3].map((n) => `Member ${n}`),
  )
  expect([found.morePeople, found.moreTransactions]).toEqual([true, false])
})

test.each([
  ['one character', 'a', 'Enter at least two characters.'],
  ['spaces', '  x ', 'Enter at least two characters.'],
  ['101 characters', 'x'.repeat(101), 'Search can have at most 100 characters.'],
  ['ten kilobytes', 'x'.repeat(10_240), 'Search can have at most 100 characters.'],
  ['a control character', 'a\u0000b', 'Search has characters that can’t be stored.'],
])('%s: 400', async (_, q, message) => {
  const response = await search(q)
  expect([response.statusCode, response.json().errors]).toEqual([
    400,
    [expect.objectContaining({ path: 'q', msg: message })],
  ])
})

test('without text, or twice: 400', async () => {
  expect((await support.call('GET', '/admin/search')).statusCode).toBe(400)
  const headers = { authorization: `Bearer ${support.token}` }
  expect((await bank.app.inject({ url: '/api/admin/search?q=ab&q=cd', headers })).statusCode).toBe(400)
})

test('staff only; and every person shown is in the access log', async () => {
  expect(refusalOf(await search('durand', emile))).toMatchObject({ status: 403, code: 'forbidden' })
  const auditor = await bank.person({ role: 'Auditor' })
  expect((await search(transfer.reference, auditor)).statusCode).toBe(200)
  const log = await bank.owner`select what from access_log where staff_id = ${auditor.id} and person_id = ${emile.id}`
  expect(log).toEqual([{ what: 'list.viewed' }])
})

/** More than a search reads at most: the newest 5,000 and 20,000. */
const PEOPLE = 6_000
const TRANSACTIONS = 21_000

async function fillCrowd({ owner }: Bank): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`
      insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at, mobile)
      select (lpad(to_hex(n), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid, n || '@mail.example',
             n || '@mail.example', case when n = 77 then 'Old Quixote' else 'Jane Person' end, 'none', 'User', 'Active',
             now(), now(), '+1 ' || (2000000000 + n)
      from generate_series(1, ${PEOPLE}::int) n`
    await tx`
      insert into accounts (id, owner_id, opened_at, number)
      select id, id, now(), (row_number() over () + 1000000000)::text from people`
    await tx`
      insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
        decided_at, party_name)
      select (lpad(to_hex(n), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
             (lpad(to_hex(n % ${PEOPLE} + 1), 12, '0') || '70008' || substr(md5((n % ${PEOPLE} + 1)::text), 1, 15))::uuid,
             'Transfer', -1, 'Completed', 'wire', upper(substr(md5('r' || n), 1, 5) || '-' || substr(md5('r' || n), 6, 5)),
             now() - n * interval '1 minute', now(), now(), now(), case when n = 7 then 'Newest Party' else 'Shop' end
      from generate_series(1, ${TRANSACTIONS}::int) n`
  })
  await owner`vacuum analyze people, accounts, transactions`
}

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

describe('in a large bank', () => {
  const crowded = useBank()
  beforeAll(() => fillCrowd(crowded), 120_000)
  // They have no postings, which the invariants would report.
  afterAll(() => crowded.owner`truncate transactions cascade`)

  async function run(query: (tx: Tx) => Query<readonly object[]>) {
    const nodes = await crowded.sql.begin(async (tx) => {
      await tx`set local plan_cache_mode = force_custom_plan`
      const [row] = await tx`explain (analyze, format json) ${query(tx)}`
      return nodesOf(row?.['QUERY PLAN'][0].Plan)
    })
    const reads = (nodes as Node[]).filter(
      (node) => /Scan/.test(node['Node Type']) && !/CTE|Subquery/.test(node['Node Type']),
    )
    return {
      scans: reads.filter((node) => node['Node Type'] === 'Seq Scan').length,
      indexes: reads.flatMap((node) => node['Index Name'] ?? []),
      read: Math.max(...reads.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))),
    }
  }

  const found = async (text: string) => (await searchOffice(crowded.sql, text, { entries: true })).results

  test('a rare text is found by the trigram indexes, a common one among the newest people', async () => {
    const rare = await run((tx) => indexedPeople(tx, { text: 'quixote', digits: null, limit: 7 }))
    expect(rare).toMatchObject({ scans: 0, read: 1 })
    expect(rare.indexes.toSorted()).toEqual(['people_email_trigrams', 'people_folded_name'])
    const words = await run((tx) => indexedPeople(tx, { text: 'quixote old', digits: null, limit: 7 }))
    expect([words.scans, words.indexes.includes('people_folded_name'), words.read]).toEqual([0, true, 1])
    const phone = await run((tx) => indexedPeople(tx, { text: '12000000077', digits: '12000000077', limit: 7 }))
    expect(phone.scans).toBe(0)
    expect(phone.indexes).toContain('people_phone_trigrams')
    const common = await run((tx) => newestPeople(tx, { text: 'jane', digits: null, limit: 7 }))
    expect([common.scans, common.read]).toEqual([0, 7])
    const missing = await run((tx) => newestPeople(tx, { text: 'zq', digits: null, limit: 7 }))
    expect([missing.scans, missing.read]).toEqual([0, 5_000])
  })

  test('account numbers, ids and references are read from their indexes', async () => {
    expect(await run((tx) => peopleByAccountNumber(tx, '1000000077', 7))).toEqual({
      scans: 0,
      indexes: ['accounts_number_key'],
      read: 1,
    })
    expect((await run((tx) => peopleByAccountNumber(tx, '000077', 7))).indexes).toEqual(['accounts_number_trigrams'])
    const [one] = await crowded.sql<{ id: string; reference: string }[]>`select id, reference from transactions limit 1`
    expect(await run((tx) => transactionsByReference(tx, one?.reference ?? '', 7))).toEqual({
      scans: 0,
      indexes: ['transactions_reference'],
      read: 1,
    })
    expect((await run((tx) => transactionsByAmount(tx, [1n], 7))).read).toBe(7)
    expect(await run((tx) => transactionsByAmount(tx, [2n, 3n], 7))).toEqual({
      scans: 0,
      indexes: ['transactions_by_amount'],
      read: 0,
    })
    const id = one?.id ?? ''
    expect((await run((tx) => transactionsByIdRange(tx, { first: id, last: id }, 7))).indexes).toEqual([
      'transactions_pkey',
    ])
  })

  test('a counterparty is looked for among the newest transactions only', async () => {
    const missing = await run((tx) => newestByCounterparty(tx, 'nobody', 7))
    expect(missing).toMatchObject({ indexes: ['transactions_newest'], read: 20_000 })
    expect((await found('newest party')).transactions).toHaveLength(1)
  })

  test('finds the oldest person by name, and stops at six of many', async () => {
    expect((await found('quixote')).people.map(({ fullName }) => fullName)).toEqual(['Old Quixote'])
    const many = await found('jane')
    expect([many.people.length, many.morePeople]).toEqual([6, true])
  })
})
