import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { fixCurrency, readCurrency } from './currency.ts'

const bank = useBank()
const [EUR, JPY] = [
  { code: 'EUR', decimals: 2 },
  { code: 'JPY', decimals: 0 },
]

test('two first starts with different currencies: one wins, the other one stops and names the variable', async () => {
  expect(await readCurrency(bank.sql)).toBe(null)
  const starts = await Promise.allSettled([EUR, JPY, EUR, JPY].map((currency) => fixCurrency(bank.sql, currency)))
  const fixed = await readCurrency(bank.sql)
  const other = fixed === 'EUR' ? JPY : EUR
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await fixCurrency(bank.sql, fixed === 'EUR' ? EUR : JPY)
  await expect(fixCurrency(bank.sql, other)).rejects.toThrow(
    `BANK_CURRENCY must stay ${fixed}, the currency of this bank's accounts, got "${other.code}".`,
  )
})

test('a bank that ran before the currency could be chosen keeps dollars, an empty one chooses', async () => {
  const migration = await readFile(new URL('../../migrations/0064-currency.sql', import.meta.url), 'utf8')
  await bank.owner`delete from bank_facts`
  await bank.owner.unsafe(migration)
  expect(await readCurrency(bank.sql)).toBe(null)
  await bank.owner`insert into bank_facts (name, value) values ('time_zone', 'UTC')`
  await bank.owner.unsafe(migration)
  expect(await readCurrency(bank.sql)).toBe('USD')
  await expect(fixCurrency(bank.sql, EUR)).rejects.toThrow('BANK_CURRENCY must stay USD')
})
