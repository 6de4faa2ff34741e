import { expect, test } from 'vitest'
import type { MonthlySums } from '#contract/payments/months.ts'
import { type Bank, useBank } from '../../../test/bank.ts'
import { monthBefore, monthOf } from '../../ledger/month.ts'

const bank = useBank({ config: { bankTimeZone: 'America/New_York' } })

const monthsOf = async (person: { call: Bank['call'] }) =>
  (await person.call('GET', '/users/months')).json() as MonthlySums[]

test('returns twelve empty months for an account without transactions, oldest first', async () => {
  const months = await monthsOf(await bank.person())
  const current = monthOf(bank.now(), 'America/New_York')
  expect(months).toHaveLength(12)
  expect(months.at(-1)?.month).toBe(current.slice(0, 7))
  expect(months.at(-2)?.month).toBe(monthBefore(current).slice(0, 7))
  expect(months.every(({ deposits, transfers }) => deposits === 0 && transfers === 0)).toBe(true)
})

test('counts a transaction in the month of its value date in the bank’s time zone', async () => {
  const person = await bank.person()
  const current = monthOf(bank.now(), 'America/New_York')
  // Still the month before in New York, although it is this month in UTC already.
  await bank.fund(person.id, 120_05n, new Date(`${current}T03:30:00Z`))
  await bank.fund(person.id, 10n, new Date(`${monthBefore(current).slice(0, 7)}-15T12:00:00Z`))
  const months = await monthsOf(person)
  expect(months.at(-2)).toEqual({ month: monthBefore(current).slice(0, 7), deposits: 120.15, transfers: 0 })
  expect(months.at(-1)).toEqual({ month: current.slice(0, 7), deposits: 0, transfers: 0 })
})

test('excludes earlier months and other people’s transactions', async () => {
  const person = await bank.person()
  await bank.person({ balanceCents: 500_00n })
  const yearAgo = new Date(bank.now().getTime() - 372 * 86_400_000)
  await bank.fund(person.id, 77_00n, yearAgo)
  const months = await monthsOf(person)
  expect(months.reduce((sum, { deposits }) => sum + deposits, 0)).toBe(0)
})

test('reads the totals by primary key, without a scan', async () => {
  const plan = await bank.owner.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx`explain select month, deposits, transfers from account_months
              where account_id = '00000000-0000-7000-8000-000000000000' and month between '2025-01-01' and '2025-12-01'`
  })
  expect(JSON.stringify(plan)).toContain('account_months_pkey')
})
