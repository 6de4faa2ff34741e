import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool, type Sql } from './connection.ts'
import { violatedConstraint } from './errors.ts'
import { nameText, renameStatements } from './query.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  // Other test files of this process may have named as many statements as there can be.
  renameStatements()
  database = await createTestDatabase()
  sql = openPool(database.connection, { max: 1 })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('returns each column type as its JavaScript value', async () => {
  const [row] = await sql`
    select 9007199254740993::bigint as int8, 7::int as int4, '2000-02-29'::date as date, 1.50::numeric as numeric,
           '2026-01-02T03:04:05.678Z'::timestamptz as timestamptz, '\\x00ff'::bytea as bytea, true as boolean,
           '{"a": [1, null]}'::json as json, '{"b": 2}'::jsonb as jsonb, null::text as null,
           '{1,9007199254740993,null}'::bigint[] as int8s, array['a"b', null, ''] as texts, '{0.10}'::numeric[] as numerics,
           array['2026-01-02T03:04:05.678Z'::timestamptz] as timestamptzs, array['\\x00ff'::bytea] as byteas,
           array['2000-02-29'::date] as dates, '{00000000-0000-4000-8000-000000000001}'::uuid[] as uuids`
  const at = new Date('2026-01-02T03:04:05.678Z')
  expect(row).toEqual({
    int8: 9_007_199_254_740_993n,
    int4: 7,
    date: '2000-02-29',
    numeric: '1.50',
    timestamptz: at,
    bytea: Buffer.from([0, 255]),
    boolean: true,
    json: { a: [1, null] },
    jsonb: { b: 2 },
    null: null,
    int8s: [1n, 9_007_199_254_740_993n, null],
    texts: ['a"b', null, ''],
    numerics: ['0.10'],
    timestamptzs: [at],
    byteas: [Buffer.from([0, 255])],
    dates: ['2000-02-29'],
    uuids: ['00000000-0000-4000-8000-000000000001'],
  })
})

test('sends each JavaScript value as a parameter', async () => {
  const at = new Date('1969-12-31T23:59:59.999Z')
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const [row] = await sql`
    select ${'quote \' " \\ €'}::text as text, ${9_007_199_254_740_993n}::bigint as int8, ${1.5}::float8 as number,
           ${false}::boolean as boolean, ${at}::timestamptz as at, ${new Uint8Array([0, 255])}::bytea as bytes,
           ${null}::text as none, ${ids}::uuid[] as ids, ${['a,b', '{}', null, 'a"b\\c', 'NULL']}::text[] as texts,
           ${[true, false]}::boolean[] as booleans, ${[at]}::timestamptz[] as dates, ${[]}::int[] as empty,
           ${[new Uint8Array([0, 255])]}::bytea[] as many`
  expect(row).toEqual({
    text: 'quote \' " \\ €',
    int8: 9_007_199_254_740_993n,
    number: 1.5,
    boolean: false,
    at,
    bytes: Buffer.from([0, 255]),
    none: null,
    ids,
    texts: ['a,b', '{}', null, 'a"b\\c', 'NULL'],
    booleans: [true, false],
    dates: [at],
    empty: [],
    many: [Buffer.from([0, 255])],
  })
})

test('rejects an undefined parameter or an object, also inside a fragment or an array, and sends nothing', async () => {
  const missing = undefined as unknown as string
  await sql`create temporary table arrivals (name text)`
  await expect(sql`insert into arrivals values (${missing})`).rejects.toThrow('undefined')
  await expect(sql`insert into arrivals ${sql`values (${missing})`}`).rejects.toThrow('undefined')
  await expect(sql`insert into arrivals select unnest(${[missing]}::text[])`).rejects.toThrow('undefined')
  for (const object of [{ a: 1 }, [{ a: 1 }], [['a', 'b']]])
    await expect(sql`insert into arrivals values (${object as never})`).rejects.toThrow('object')
  expect(await sql`select * from arrivals`).toEqual([])
})

test('numbers the parameters of nested fragments in the order of the text', async () => {
  const filter = (name: string) => sql`name = ${name} and ${sql`length(name) < ${10}`}`
  const query = sql<{ name: string }[]>`
    select name from unnest(${['ada', 'ben', 'eve']}::text[]) name where ${filter('ben')} or name = ${'eve'}
    order by 1 ${sql.unsafe('desc')}`
  expect(query.text).toMatch(/\$1::text.*name = \$2 and length\(name\) < \$3 or name = \$4\s+order by 1 desc/s)
  expect(await query).toEqual([{ name: 'eve' }, { name: 'ben' }])
})

test('tells statements of the same templates apart by where they have parameters and fragments', async () => {
  const two = sql`2`
  // Not symmetric: a parameter on the other side has another result.
  const minus = (...[a, b]: (number | typeof two)[]) => sql`(${a ?? 0}::int - ${b ?? 0}::int)`
  for (const [fragment, expected] of [
    [minus(1, two), -1],
    [minus(two, 5), -3],
    [minus(1, 5), -4],
    [minus(minus(two, 5), 1), -4],
    [minus(minus(5, 1), two), 2],
    [minus(5, minus(two, 7)), 10],
  ] as const)
    for (const again of [false, true])
      expect(await sql`select ${fragment} as n, ${again}::boolean as again`).toEqual([{ n: expected, again }])
})

test('is sent once, however often it is awaited, and not at all as a fragment', async () => {
  await sql`create temporary table visits (at timestamptz)`
  const insert = sql`insert into visits values (now())`
  await Promise.all([insert, insert])
  await insert
  const unused = sql`insert into visits values (now())`
  expect(unused.text).toContain('insert')
  expect((await sql`select 1 from visits`).count).toBe(1)
})

test('counts the rows that a statement returned or changed', async () => {
  await sql`create temporary table items (id int primary key)`
  expect((await sql`insert into items select generate_series(1, 3)`).count).toBe(3)
  expect((await sql`insert into items values (1) on conflict do nothing`).count).toBe(0)
  expect((await sql`update items set id = -id where id < 3`).count).toBe(2)
  expect((await sql`select 1 from items`).count).toBe(3)
})

test('names the constraint that was violated', async () => {
  await sql`create temporary table codes (code text constraint one_of_a_kind unique)`
  await sql`insert into codes values ('a')`
  const error = await sql`insert into codes values ('a')`.catch((error) => error)
  expect([error.code, violatedConstraint(error)]).toEqual(['23505', 'one_of_a_kind'])
})

test('tells statements of the same templates apart by their unsafe parts', async () => {
  const sorted = (order: string) =>
    sql`select n from generate_series(1, ${2}::int) n order by n ${sql.unsafe(order)} limit ${2}`
  for (const [order, expected] of [
    ['asc', [1, 2]],
    ['desc', [2, 1]],
    ['asc', [1, 2]],
  ] as const)
    expect((await sorted(order)).map(({ n }) => n)).toEqual(expected)
})

test('runs several statements of an unsafe text at once', async () => {
  await sql.unsafe('create temporary table pair (n int); insert into pair values (1), (2)')
  expect(await sql`select n from pair order by n`).toEqual([{ n: 1 }, { n: 2 }])
})

test('prepares a statement once for each connection', async () => {
  const read = (n: number) => sql`select ${n}::int + 1 as "once for each"`
  for (let n = 0; n < 3; n++) await read(n)
  expect(
    await sql`
    select generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like '%once for each%' and statement not like '%prepared%'`,
  ).toEqual([{ runs: 3n }])
})

test('survives a migration that changes the type of a column it reads', async () => {
  const other = openPool(database.connection, { max: 3 })
  await sql`create table prices (price int)`
  await sql`insert into prices values (5)`
  const read = (reader = other) => reader<{ price: unknown }[]>`select price from prices`
  await Promise.all([read(), read(), read()])
  await sql`alter table prices alter price type bigint`
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill([{ price: 5n }]))
  await sql`alter table prices alter price type text`
  expect(await inTransaction(other, (tx) => tx`select price from prices`)).toEqual([{ price: '5' }])
  await other.end()
})

test('beyond the number of statements that are prepared, others run with the same results', async () => {
  for (let n = 0; n < 2_000; n++) nameText(`select ${n}`)
  try {
    for (const n of [1, 2])
      expect(await sql`select ${n}::int as n ${sql`, ${[n, null]}::int[] as list`}`).toEqual([{ n, list: [n, null] }])
    expect(await sql`select name from pg_prepared_statements where statement like '%as list%'`).toEqual([])
  } finally {
    renameStatements()
  }
})
