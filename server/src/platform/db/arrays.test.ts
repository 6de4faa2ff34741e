import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { column } from './arrays.ts'
import { openPool, type Sql } from './connection.ts'

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

test('returns every kind of value unchanged, with nulls in any position', async () => {
  const texts = ['plain', '', ' ', 'NULL', 'a"b\\c', '{x,y}', 'ünï\n\t€', null, '\\', '"', null, null]
  const numbers = [0n, -1n, 9_007_199_254_740_993n, null, 5n, null, null, null, null, null, null, null]
  const dates = texts.map((_, index) => (index === 3 || index > 8 ? null : new Date(Date.UTC(2026, 0, 1) + index * 7)))
  const bytes = texts.map((_, index) => (index % 3 === 2 ? null : Buffer.from([0, index, 255])))
  const rows = await sql`
    select t, n, d, b from unnest(
      ${column(texts, (text) => text)}::text[], ${column(numbers, (number) => number)}::bigint[],
      ${column(dates, (date) => date)}::timestamptz[], ${column(bytes, (some) => some)}::bytea[])
      with ordinality as r (t, n, d, b, at) order by at`
  // Where all that follows is null, there is no row but for the columns that go on.
  const length = texts.length - 1
  expect(rows.map(({ t }) => t)).toEqual(texts.slice(0, length))
  expect(rows.map(({ n }) => n)).toEqual(numbers.slice(0, length))
  expect(rows.map(({ d }) => d)).toEqual(dates.slice(0, length))
  expect(rows.map(({ b }) => b)).toEqual(bytes.slice(0, length))
})

test('a column of nulls only removes no rows', async () => {
  const ids = [1n, 2n, 3n]
  const rows = await sql`
    select * from unnest(${column(ids, (id) => id)}::bigint[], ${column(ids, () => null)}::timestamptz[]) as r (id, at)`
  expect(rows.map(({ id, at }) => [id, at])).toEqual(ids.map((id) => [id, null]))
})

test('writes only the bytes of a view into a larger buffer', () => {
  expect(column([Buffer.from([1, 2, 3, 4]).subarray(1, 3)], (view) => view)).toBe('{"\\\\x0203"}')
})
