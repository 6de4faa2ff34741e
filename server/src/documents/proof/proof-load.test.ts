import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { buildApp } from '../../app.ts'
import type { Sql } from '../../platform/db/connection.ts'

const bank = useBank()

test('however many proofs are asked for at once, four parts are read at a time', async () => {
  let [reading, most] = [0, 0]
  const counting = new Proxy(bank.sql, {
    apply: (target, self, args: [TemplateStringsArray]) => {
      const query = Reflect.apply(target, self, args)
      if (!args[0].raw?.join('').includes('from postings')) return query
      most = Math.max(most, ++reading)
      return query.then((rows: unknown) => {
        reading--
        return rows
      })
    },
  }) as Sql
  const { ledger, keys, config, now } = bank
  const { app } = await buildApp({ sql: counting, ledger, keys, config, now })
  const people = await Promise.all(Array.from({ length: 12 }, () => bank.person({ balanceCents: 5n })))
  const responses = await Promise.all(
    people.map(({ token }) => app.inject({ url: '/api/users/proof', headers: { authorization: `Bearer ${token}` } })),
  )
  await app.close()
  expect(responses.map((response) => response.json().head.number)).toEqual(people.map(() => 1))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
})
