import { expect, test } from 'vitest'
import { openPool } from '../src/platform/db/connection.ts'
import { createTestDatabase } from './database.ts'

test('every test database is migrated and isolated', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()])
  const pools = databases.map(({ connection }) => openPool(connection, { max: 1 }))
  const [first, second] = pools
  if (!first || !second) throw new Error('unreachable')

  await first`create table mine (id int)`
  expect(await second`select to_regclass('mine') as mine, to_regclass('postings') as postings`).toMatchObject([
    { mine: null, postings: 'postings' },
  ])
  await Promise.all(pools.map((pool) => pool.end()))
  await Promise.all(databases.map(({ drop }) => drop()))
})
