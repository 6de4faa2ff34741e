import { beforeAll, expect, test } from 'vitest'
import { type Bank, useBank } from '../../test/bank.ts'
import { checkInvariants } from '../ledger/books/invariants.ts'
import { addExternalMoney } from './external-money.ts'
import { fillDemo } from './fill-demo.ts'

const bank = useBank()
const add = ({ sql, config, now }: Bank) =>
  addExternalMoney({ sql, zone: config.bankTimeZone, institution: config.institution.name, now })
const countRows = () =>
  bank.sql`select (select count(*)::int from outside_accounts) as accounts, (select count(*)::int from bank_statement_lines) as entries`

beforeAll(async () => {
  const { sql, keys, config, now } = bank
  await fillDemo({ sql, keys, zone: config.bankTimeZone, riskLargeCents: config.riskLargeCents, now })
  // Two servers that start at once.
  await Promise.all([add(bank), add(bank)])
})

test('the demonstration has an external account, a payment run and entries in every state but ignored', async () => {
  const states = await bank.sql<{ state: string; count: number }[]>`
    select state, count(*)::int as count from bank_statement_lines group by state order by state`
  expect(Object.fromEntries(states.map(({ state, count }) => [state, count]))).toEqual({
    booked: 6,
    matched: 1,
    suggested: 2,
    unmatched: 3,
  })
  expect(await bank.sql`select number, sent_at is not null as sent from payment_runs`).toMatchObject([
    { number: 1n, sent: true },
  ])
  expect(await bank.sql`select name, number from outside_accounts`).toMatchObject([
    { name: 'Deposits at Storybook Trust', number: '4410077123' },
  ])
})

test('the books balance, and the documented balances stay', async () => {
  const findings = await checkInvariants(bank.sql, bank.config.bankTimeZone)
  expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  const [customer] = await bank.sql`
    select balance - held as available from accounts a join people p on p.id = a.id where email = 'customer@fable.example'`
  expect(customer?.available).toBe(12_480_55n)
})

test('the next start adds nothing', async () => {
  await add(bank)
  expect(await countRows()).toMatchObject([{ accounts: 1, entries: 12 }])
})
