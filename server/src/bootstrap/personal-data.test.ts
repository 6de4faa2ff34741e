import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ACCESS_KINDS } from '#contract/office/access-kinds.ts'
import { useBank } from '../../test/bank.ts'
import { describeTables } from '../platform/personal-data/describe-tables.ts'
import { exportListsOf, isList } from '../platform/personal-data/personal-data.ts'
import { ALL_DATA, PERSONAL_DATA } from './personal-data.ts'

const bank = useBank()
const NOBODY = '00000000-0000-7000-8000-000000000000'

const tablesOfDatabase = async () =>
  (
    await bank.owner<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  ).map(({ name }) => name)

test('every table of the database is described once', async () => {
  const described = ALL_DATA.flatMap((domain) => Object.keys(domain))
  expect(described.toSorted()).toEqual((await tablesOfDatabase()).toSorted())
})

describe('the export', () => {
  const lists = exportListsOf(PERSONAL_DATA)
  /** The text of each list's statement. The access log is read by a function that has tests of its own. */
  const readers = () =>
    lists.map(({ name, read }) => ({ name, text: (read(bank.sql, NOBODY, null) as { text?: string }).text ?? '' }))
  const listsThatRead = (table: string) =>
    readers().filter(({ text }) => new RegExp(`\\b(?:from|join) ${table}\\b`).test(text))

  test('has a table if and only if its rules say so', () => {
    const wrong = Object.entries(PERSONAL_DATA).filter(([table, { exported }]) => {
      const found = listsThatRead(table).map(({ name }) => name)
      if (isList(exported)) return table !== 'access_log' && !found.includes(exported.name)
      return 'within' in exported ? !found.includes(exported.within) : found.length > 0
    })
    expect(wrong.map(([table]) => table)).toEqual([])
    expect(new Set(lists.map(({ name }) => name)).size).toBe(lists.length)
  })

  test('has every column of an exported table, or keeps it back for a reason', async () => {
    const columns = await bank.owner<{ table: string; name: string }[]>`
      select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`
    const notExported = Object.entries(PERSONAL_DATA).flatMap(([table, rules]) =>
      Object.values(rules.notExported ?? {}).flatMap((names) => names.map((name) => `${table}.${name}`)),
    )
    const missing = columns
      .filter(({ table }) => table !== 'access_log' && !('not' in (PERSONAL_DATA[table]?.exported ?? {})))
      .filter(({ table, name }) => !listsThatRead(table).some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
      .map(({ table, name }) => `${table}.${name}`)
    expect(missing.filter((name) => !notExported.includes(name))).toEqual([])
    const known = columns.map(({ table, name }) => `${table}.${name}`)
    expect(notExported.filter((name) => !known.includes(name))).toEqual([])
  })
})

test('a table with a person in it says what the erasure of the person does', async () => {
  const tables = await bank.owner<{ name: string }[]>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('person_id', 'owner_id') order by 1`
  expect(tables.filter(({ name }) => PERSONAL_DATA[name]?.erasure.does === 'no person')).toEqual([])
})

test('every kind of look in the access log is a look at some table', () => {
  const kinds = Object.values(PERSONAL_DATA).map(({ reading }) => reading)
  const ofNoTable = Object.keys(ACCESS_KINDS).filter((kind) => !kinds.some((reading) => reading === kind))
  // Copies, exports and lists show what other kinds show, in another form.
  expect(ofNoTable.toSorted()).toEqual([
    'confirmation.copied',
    'list.exported',
    'list.viewed',
    'receipt.copied',
    'transactions.exported',
  ])
})

test('docs/retention.md has the table that follows from the rules; npm run docs writes it', async () => {
  const page = await readFile(new URL('../../../docs/retention.md', import.meta.url), 'utf8')
  expect(page).toContain(`## Tables\n\n${describeTables(PERSONAL_DATA)}\n`)
})
