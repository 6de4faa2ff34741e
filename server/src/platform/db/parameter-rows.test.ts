import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool, type Sql } from './connection.ts'
import { parameterRows } from './parameter-rows.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = openPool(database.connection, { max: 1 })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

type Value = { text: string | null; cents: bigint; at: Date | null; hash: Buffer }
const values = parameterRows<Value>([
  ['text', ({ text }) => text],
  ['bigint', ({ cents }) => cents],
  ['timestamptz', ({ at }) => at],
  ['bytea', ({ hash }) => hash],
  ['json', ({ text }) => JSON.stringify({ text })],
  ['boolean', ({ at }) => String(at === null)],
  ['int', (_, place) => place],
])
const all: Value[] = [
  {
    text: 'a "b" \\ {c}',
    cents: -9_007_199_254_740_993n,
    at: new Date('2026-11-16T12:00:00.123Z'),
    hash: Buffer.from([0, 255]),
  },
  { text: '', cents: 0n, at: null, hash: Buffer.alloc(0) },
  { text: null, cents: 5n, at: null, hash: Buffer.from([7]) },
]
const read = (rows: readonly Value[]) => sql`
  select * from ${values(sql, rows)} as v (text, cents, at, hash, data, late, place) order by place`
const expected = ({ text, cents, at, hash }: Value, place: number) => {
  return { text, cents, at, hash, data: { text }, late: at === null, place }
}

test('one row and many rows are the same', async () => {
  expect(await read(all)).toEqual(all.map(expected))
  for (const row of all) expect(await read([row])).toEqual([expected(row, 0)])
  expect(await read([])).toEqual([])
})

test('a single row is compared with columns by their index', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }[]>`
    explain select 1 from pg_class c join ${values(sql, all.slice(0, 1))} as v (text) on c.relname = v.text`
  expect(JSON.stringify(plan)).not.toContain('Function Scan')
})
