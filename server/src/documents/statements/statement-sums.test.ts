import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { checkInvariants } from '../../ledger/books/invariants.ts'
import { checkStatementSums } from '../../ledger/books/statement-invariants.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { listStatements, readStatement } from './statement.ts'
import { MIN_NEW_POSTINGS, sumStatements } from './statement-sums.ts'

/* Whatever is summed and when, statements say the same. `statement-clocks.test.ts` sums with wrong clocks. */

const zone = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: zone } })
let ada: Person
let savings: string
const NOW = new Date('2026-06-10T12:00:00Z')
const context = { at: NOW, zone }

beforeAll(async () => {
  const admin = await bank.person({ role: 'Admin' })
  ada = await bank.person()
  savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  await bank.owner`update accounts set opened_at = '2026-02-10' where owner_id = ${ada.id}`
  const { adjust, move, reverse } = commandsOf(bank)
  const booked: string[] = []
  const book = async (at: string, command: (options: { at: Date }) => Parameters<typeof bank.ledger.submit>[0]) => {
    const outcome = await bank.ledger.submit(command({ at: new Date(at) }))
    booked.push(outcome.ok ? outcome.transaction.id : 'refused')
  }
  await book('2026-02-11T12:00:00Z', (options) => adjust('fund', admin, ada, 500_00n, options))
  await book('2026-03-05T12:00:00Z', (options) => adjust('debit', admin, ada, 20_00n, options))
  await book('2026-03-05T12:00:00Z', (options) => move(ada, ada.id, savings, 100_00n, options))
  // In April in UTC, in March in New York. Then a clock that is behind: the month stays March.
  await book('2026-04-01T03:00:00Z', (options) => adjust('fund', admin, ada, 7_00n, options))
  await book('2026-02-20T03:00:00Z', (options) => adjust('fund', admin, ada, 1_00n, options))
  await book('2026-05-02T12:00:00Z', (options) => reverse(admin, booked[1] ?? '', options))
  await book('2026-06-02T12:00:00Z', (options) => adjust('fund', admin, ada, 3_00n, options))
  expect(booked).not.toContain('refused')
})

const listOf = (sql: Reader, accountId: string) => listStatements(sql, { personId: ada.id, accountId }, context)
const storedOf = (accountId: string) => bank.sql<{ month: string; credits: bigint; debits: bigint }[]>`
  select month, first_number, last_number, credits, debits from statement_sums where account_id = ${accountId} order by month`
const breaches = async (sql: Reader) => (await checkStatementSums(sql, zone))[0]?.breaches

class Undo extends Error {}
const undone = (work: (tx: Sql) => Promise<void>) =>
  bank.owner
    .begin(async (tx) => {
      await work(tx as unknown as Sql)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })

test('sums of months are added to by a job, and statements say what they said without them', async () => {
  const before = [await listOf(bank.sql, ada.id), await listOf(bank.sql, savings)]
  expect(before[0]?.map(({ count }) => count)).toEqual([1, 1, 0, 4, 1])
  for (const at of [
    '2026-02-28T12:00:00Z',
    '2026-03-20T12:00:00Z',
    '2026-05-20T12:00:00Z',
    '2026-04-02T12:00:00Z',
    NOW,
  ]) {
    await sumStatements(bank.sql, { at: new Date(at), zone }, 1)
    expect([await listOf(bank.sql, ada.id), await listOf(bank.sql, savings)]).toEqual(before)
    expect(await breaches(bank.sql)).toBe(0n)
    const { lines } = await readStatement(bank.sql, { personId: ada.id, month: '2026-03' }, context)
    const numbers: bigint[] = []
    for await (const { number } of lines()) numbers.push(number)
    expect(numbers).toEqual([2n, 3n, 4n, 5n])
  }
  expect(await storedOf(ada.id)).toEqual([
    { month: '2026-02', first_number: 1n, last_number: 1n, credits: 500_00n, debits: 0n },
    { month: '2026-03', first_number: 2n, last_number: 5n, credits: 8_00n, debits: 120_00n },
    { month: '2026-05', first_number: 6n, last_number: 6n, credits: 20_00n, debits: 0n },
    { month: '2026-06', first_number: 7n, last_number: 7n, credits: 3_00n, debits: 0n },
  ])
  expect(await sumStatements(bank.sql, context, 1)).toBe(0)
})

test('a month goes on after it was summed, and only its new postings are read', async () => {
  await sumStatements(bank.sql, context, 1)
  // By a server whose clock is behind.
  bank.clock.offsetMs = Date.parse('2026-04-02T12:00:00Z') - Date.now()
  await bank.fund(ada.id, 4_00n)
  const expected = await listOf(bank.sql, ada.id)
  expect(expected[0]).toMatchObject({ month: '2026-06', creditsCents: 7_00n, count: 2 })
  await undone(async (tx) => {
    await tx`delete from postings where account_id = ${ada.id} and number < 8`
    expect(await listOf(tx, ada.id)).toEqual(expected)
  })
  await sumStatements(bank.sql, context, 1)
  expect((await storedOf(ada.id)).at(-1)).toMatchObject({ first_number: 7n, last_number: 8n, credits: 7_00n })
  expect(await listOf(bank.sql, ada.id)).toEqual(expected)
})

test('two servers that sum while money is booked leave the right sums', async () => {
  bank.clock.offsetMs = NOW.getTime() - Date.now()
  const person = await bank.person()
  const work = Array.from({ length: 30 }, async (_, n) => {
    await bank.fund(person.id, 1n)
    if (n % 3 === 0) await sumStatements(bank.sql, context, 1)
  })
  await Promise.all(work)
  expect(await breaches(bank.sql)).toBe(0n)
  await sumStatements(bank.sql, context, 1)
  expect(await storedOf(person.id)).toMatchObject([{ first_number: 1n, last_number: 30n, credits: 30n }])
})

test('a server that read fewer postings does not take back the sums of another one', async () => {
  bank.clock.offsetMs = NOW.getTime() - Date.now()
  const person = await bank.person({ balanceCents: 1n })
  await sumStatements(bank.sql, context, 1)
  await bank.fund(person.id, 1n)
  let slow: Promise<number> | undefined
  await bank.owner.begin(async (tx) => {
    await tx`lock table statement_sums in share row exclusive mode`
    slow = sumStatements(bank.sql, context, 1)
    await expect
      .poll(() => bank.sql`select 1 from pg_locks where relation = 'statement_sums'::regclass and not granted`)
      .toHaveLength(1)
    await bank.fund(person.id, 1n)
    await tx`update statement_sums set last_number = 3, credits = 3 where account_id = ${person.id}`
  })
  await slow
  expect(await storedOf(person.id)).toMatchObject([{ last_number: 3n, credits: 3n }])
})

test('accounts with few new postings are not summed', async () => {
  const person = await bank.person()
  await bank.fund(person.id, 1n)
  await sumStatements(bank.sql, { at: bank.now(), zone })
  expect(await storedOf(person.id)).toEqual([])
  const pretend = (postings: number) =>
    bank.owner`update accounts set posting_number = ${postings} where id = ${person.id}`
  await pretend(MIN_NEW_POSTINGS)
  expect(await sumStatements(bank.sql, { at: bank.now(), zone })).toBe(1)
  await pretend(1)
  expect(await storedOf(person.id)).toMatchObject([{ last_number: 1n, credits: 1n }])
})

test.each([
  ['a changed sum', (tx: Sql) => tx`update statement_sums set credits = credits + 1 where month = '2026-03'`],
  ['a sum in another month', (tx: Sql) => tx`update statement_sums set month = '2026-04' where month = '2026-03'`],
  ['a month without its sum', (tx: Sql) => tx`delete from statement_sums where month = '2026-03'`],
  ['a sum that ends too early', (tx: Sql) => tx`update statement_sums set last_number = 4 where last_number = 5`],
  [
    'a sum of no account',
    (tx: Sql) => tx`
    insert into statement_sums values ('00000000-0000-7000-8000-000000000000', '2026-03', 1, 1, 1, 0)`,
  ],
])('npm run verify finds %s', async (_name, harm) => {
  await sumStatements(bank.sql, context, 1)
  await undone(async (tx) => {
    await harm(tx)
    const broken = (await checkInvariants(tx, zone)).filter(({ breaches }) => breaches > 0n)
    expect(broken.map(({ title }) => title)).toEqual([
      'The sums of months, which statements use, are the postings of these months',
    ])
  })
})
