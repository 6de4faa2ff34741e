import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { APPLICATION_ROLE, openPool, type Sql } from './connection.ts'
import { migrate } from './migrator.ts'

let database: TestDatabase
let owner: Sql

beforeEach(async () => {
  database = await createTestDatabase()
  owner = openPool(database.connection, { max: 2 })
  onTestFinished(async () => {
    await owner.end({ timeoutMs: 1_000 })
    await database.drop()
  })
})

/** The names of what it applied. */
async function migrateAgain(): Promise<string[]> {
  const applied: string[] = []
  await migrate(database.connection, { onApplied: (name) => applied.push(name) })
  return applied
}

test('an up-to-date database is only read, even while another server holds the lock or the database is read-only', async () => {
  await owner.unsafe(`alter database ${database.connection.database} set default_transaction_read_only = on`)
  await owner.begin(async (tx) => {
    await tx`set transaction read write`
    await tx`lock table schema_migrations in exclusive mode`
    expect(await migrateAgain()).toEqual([])
  })
})

test('an empty database is reported once, not migration by migration', async () => {
  const [before] = await owner`select count(*)::int as migrations from schema_migrations`
  await owner.unsafe('drop schema public cascade')
  await owner.unsafe('create schema public')
  const reports: unknown[] = []
  await migrate(database.connection, {
    onApplied: (name) => reports.push(name),
    onCreated: (migrations) => reports.push({ migrations }),
  })
  expect(reports).toEqual([before])
})

test('restores a privilege that the application role has lost', async () => {
  await owner.unsafe(`revoke usage on schema public from ${APPLICATION_ROLE}, public`)
  const mayUse = async () =>
    (await owner`select has_schema_privilege(${APPLICATION_ROLE}, 'public', 'usage') as yes`)[0]?.yes
  expect(await mayUse()).toBe(false)
  expect(await migrateAgain()).toEqual([])
  expect(await mayUse()).toBe(true)
})

test('refuses a migration that was changed after it was applied, and names it', async () => {
  const [first] = await owner`update schema_migrations set hash = 'another'
    where name = (select min(name) from schema_migrations) returning name`
  await expect(migrateAgain()).rejects.toThrow(`Migration ${first?.name} was changed after it was applied.`)
})

test('of two servers that migrate at once, one applies a migration, also one that builds an index concurrently', async () => {
  // As if the server had stopped after building the index and before recording the migration.
  const [interrupted] = await owner`delete from schema_migrations where name like '0015%' returning name`
  const applied = await Promise.all([migrateAgain(), migrateAgain()])
  expect(applied.flat()).toEqual([interrupted?.name])
  const [index] = await owner`
    select indisvalid from pg_index where indexrelid = 'people_email_trigrams'::regclass`
  expect(index?.indisvalid).toBe(true)
})

test('a migration that needs a lock held by a long transaction does not make requests wait, and tries again', async () => {
  // 0066 adds a column to people.
  await owner`delete from schema_migrations where name like '0066%'`
  await owner`alter table people drop column locale`
  const waits: string[] = []
  const locks = { timeoutMs: 100, firstPauseMs: 300, maxPauseMs: 300, giveUpAfterMs: 30_000 }
  let migrated: Promise<void> | undefined
  await owner.begin(async (tx) => {
    await tx`select count(*) from people`
    migrated = migrate(database.connection, { locks, onProgress: (line) => waits.push(line) })
    await expect.poll(() => waits.length).toBeGreaterThanOrEqual(2)
    // Behind a waiting migration this would wait as long as the transaction.
    await owner`select count(*) from people`
  })
  await migrated
  expect(waits[0]).toContain('0066-locales.sql waits for a lock')
  expect(await owner`select locale from people`).toEqual([])
})

test('a foreign key that is added while a request locks its tables in the other order is added after it', async () => {
  await owner`delete from schema_migrations where name like '0099%'`
  const waits: string[] = []
  // Long enough for PostgreSQL to find the deadlock: its own time for that is a second.
  const locks = { timeoutMs: 10_000, firstPauseMs: 50, maxPauseMs: 50, giveUpAfterMs: 30_000 }
  let migrated: Promise<void> | undefined
  await owner.begin(async (tx) => {
    // So that the migration is the one that PostgreSQL ends.
    await tx`set local deadlock_timeout = '60s'`
    await tx`lock table accounts in row exclusive mode`
    migrated = migrate(database.connection, { locks, onProgress: (line) => waits.push(line) })
    await waitUntilBlocked(owner)
    await tx`lock table transactions in row exclusive mode`
  })
  await migrated
  expect(waits[0]).toContain('0099-restore-foreign-keys.sql waits for a lock')
  const missing = await owner`
    select conname from pg_constraint where contype = 'f' and not convalidated`
  expect(missing).toEqual([])
})
