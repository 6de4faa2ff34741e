import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../runtime/start-error.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Reader, type Sql } from './connection.ts'
import { LOCK_NOT_AVAILABLE, sqlState } from './errors.ts'
import { BatchProgress, type LockWaits, withShortLocks } from './short-locks.ts'
import { inTransaction } from './transaction.ts'

const folder = new URL('../../../migrations/', import.meta.url)

const INSUFFICIENT_PRIVILEGE = '42501'
const LOCK_POLL_MS = 200

export type Migration = { name: string; text: string; hash: string }

/**
 * First line of a migration whose statements each run outside a transaction, for `create index concurrently`. One that
 * fails halfway runs again, so its statements have to allow that.
 */
const CONCURRENTLY = '-- concurrently\n'

/** Pause between two batches, at most. */
const MAX_BATCH_PAUSE_MS = 1_000

/** In such a migration, before a statement that changes at most so many rows at a time: it runs until it finds none. */
const IN_BATCHES = '-- in batches\n'

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Roles belong to the whole cluster, so another server or another database may have created ours already. */
async function ensureApplicationRole(sql: Sql) {
  const [role] = await sql<{ member: boolean }[]>`
    select pg_has_role(rolname, 'member') as member from pg_roles where rolname = ${APPLICATION_ROLE}`
  if (!role) await sql.unsafe(`create role ${APPLICATION_ROLE} nologin`).catch(ignoreExisting).catch(explainRole)
  if (!role?.member)
    await sql.unsafe(`grant ${APPLICATION_ROLE} to current_user`).catch(ignoreExisting).catch(explainRole)
  await sql.unsafe(`grant usage on schema public to ${APPLICATION_ROLE}`).catch(ignoreExisting)
}

/** A plain owner of a database may not create roles. */
function explainRole(error: unknown): never {
  if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
  throw new StartError(
    `The user of the database may not create or grant the role ${APPLICATION_ROLE}: let a superuser run docs/roles.sql once.`,
    { cause: error },
  )
}

/** Two servers starting at once: unique_violation, duplicate_object and 'tuple concurrently updated' mean the other did it. */
function ignoreExisting(error: unknown) {
  if (!['23505', '42710', '42P07', 'XX000'].includes(sqlState(error))) throw error
}

type SchemaState = { missing: string[]; unknown: string[] }

/** The usual start runs two queries: it writes nothing and waits for no lock. Null: there is no bank, or it can't be read. */
async function readSchema(sql: Sql, migrations: Migration[]): Promise<SchemaState | null> {
  const [role] = await sql<{ ready: boolean }[]>`
    select pg_has_role(rolname, 'member') and has_schema_privilege(rolname, 'public', 'usage')
      and coalesce(has_table_privilege(to_regclass('schema_migrations'), 'select'), false) as ready
    from pg_roles where rolname = ${APPLICATION_ROLE}`
  if (!role?.ready) return null
  return compareSchema(migrations, await readApplied(sql))
}

function compareSchema(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): SchemaState {
  const known = new Set(migrations.map(({ name }) => name))
  return {
    missing: migrations.filter(({ name, hash }) => applied.get(name) !== hash).map(({ name }) => name),
    unknown: [...applied.keys()].filter((name) => !known.has(name)).sort(),
  }
}

export type SchemaReport = SchemaState & { applied: Migration[] }

/** Commands that only look use it. Null: there is no bank, or this user may not read it. */
export async function reportSchema(sql: Sql): Promise<SchemaReport | null> {
  const [row] = await sql<{ readable: boolean }[]>`
    select coalesce(has_table_privilege(to_regclass('schema_migrations'), 'select'), false) as readable`
  if (!row?.readable) return null
  const [migrations, applied] = [await readMigrations(), await readApplied(sql)]
  return {
    ...compareSchema(migrations, applied),
    applied: migrations.filter(({ name }) => applied.has(name)),
  }
}

/** The owner of the tables may; the user of a server need not. */
async function mayMigrate(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select coalesce((select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('schema_migrations')),
                    has_schema_privilege('public', 'create')) as may`
  return row?.may ?? false
}

function requireKnownMigrations({ unknown }: SchemaState): void {
  if (unknown.length > 0)
    throw new StartError(
      `The database has the migration ${unknown.at(-1)}, which this version does not know: a later version has used it. Start that version; for a rollback by one version set ACCEPT_NEWER_SCHEMA=on.`,
    )
}

async function readApplied(sql: Reader): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

function requireUnchangedMigrations(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  for (const { name, hash } of migrations)
    if (applied.has(name) && applied.get(name) !== hash)
      throw new Error(`Migration ${name} was changed after it was applied. Migrations are forward only: add a new one.`)
}

type ApplyOptions = { onProgress?: (line: string) => void; locks?: LockWaits }

/**
 * In a transaction that runs again if the database rolled it back: next to a running server, a migration that builds one
 * index and drops another can deadlock with a transaction that read the table and is about to write.
 */
async function apply(sql: Sql, { name, text, hash }: Migration, { onProgress, locks }: ApplyOptions): Promise<void> {
  const record = (tx: Reader) =>
    tx`insert into schema_migrations (name, hash, applied_at) values (${name}, ${hash}, now())`
  if (text.startsWith(CONCURRENTLY)) {
    for (const statement of text.split(/;\s*\n/))
      if (statement.trim() !== '') await runOutside(sql, statement, { name, onProgress, locks })
    await record(sql)
  } else
    await withShortLocks(sql, { name, onProgress, locks }, () =>
      inTransaction(sql, async (tx) => {
        await tx.unsafe(text)
        await record(tx)
      }),
    )
}

type RunOptions = ApplyOptions & { name: string }

async function runOutside(sql: Sql, statement: string, { name, ...options }: RunOptions): Promise<void> {
  // Waits for every running transaction while others can write, and its wait counts as one for a lock.
  if (/\bindex\s+concurrently\b/i.test(statement)) {
    await sql.unsafe(statement)
    return
  }
  if (!statement.startsWith(IN_BATCHES)) {
    await withShortLocks(sql, { name, ...options }, () => sql.unsafe(statement))
    return
  }
  const progress = new BatchProgress(name, options.onProgress)
  for (;;) {
    const startedAt = Date.now()
    const { count } = await withShortLocks(sql, { name, ...options }, () => sql.unsafe(statement))
    progress.add(count)
    if (count === 0) return
    // As long as the batch took: requests get their share of the disk.
    await sleep(Math.min(Date.now() - startedAt, MAX_BATCH_PAUSE_MS))
  }
}

/**
 * Lets one server at a time migrate. The lock is held on a connection of its own that reads nothing, and is polled for:
 * `create index concurrently` waits for every transaction with a snapshot, which one that waits for a lock may have.
 * The mode conflicts with itself, but not with inserting.
 */
async function underLock(connection: Connection, work: () => Promise<void>): Promise<void> {
  const sql = openPool(connection, { max: 1 })
  try {
    await unlimitTimes(sql)
    for (let locked = false; !locked; ) {
      await sql
        .begin(async (tx) => {
          await tx`lock table schema_migrations in share update exclusive mode nowait`
          locked = true
          await work()
        })
        .catch((error) => {
          if (locked || sqlState(error) !== LOCK_NOT_AVAILABLE) throw error
        })
      if (!locked) await sleep(LOCK_POLL_MS)
    }
  } finally {
    await sql.end({ timeoutMs: 5_000 })
  }
}

/** Building an index of a large table takes longer than a request may, and the lock is held idle meanwhile. */
async function unlimitTimes(sql: Sql): Promise<void> {
  await sql`set statement_timeout = 0`
  await sql`set lock_timeout = 0`
  await sql`set idle_in_transaction_session_timeout = 0`
}

type MigrateOptions = ApplyOptions & {
  onApplied?: (name: string) => void
  /** An empty database calls it once, instead of `onApplied` for each. */
  onCreated?: (migrations: number) => void
  acceptNewer?: boolean
}

/**
 * Brings the database up to date, as its owner. Safe when several servers start at once. A user who is not the owner can
 * use a database that is up to date.
 */
export async function migrate(
  connection: Connection,
  { onApplied = () => {}, onCreated = () => {}, acceptNewer = false, ...options }: MigrateOptions = {},
): Promise<void> {
  const sql = openPool(connection, { max: 1 })
  try {
    const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
    if (!version || version.number < 150_000) throw new Error('PostgreSQL 15 or later is needed.')
    const migrations = await readMigrations()
    const schema = await readSchema(sql, migrations)
    if (schema && !acceptNewer) requireKnownMigrations(schema)
    if (schema?.missing.length === 0) return
    if (!(await mayMigrate(sql)))
      throw new StartError(
        `The database lacks migrations${schema ? ` (${schema.missing[0]})` : ''}, and its user is not the owner of the tables: run 'npm run migrate' with MIGRATION_DATABASE_URL.`,
      )
    await unlimitTimes(sql)
    await ensureApplicationRole(sql)
    await sql`create table if not exists schema_migrations
      (name text primary key, hash text not null, applied_at timestamptz not null)`.catch(ignoreExisting)
    await underLock(connection, async () => {
      const applied = await readApplied(sql)
      requireUnchangedMigrations(migrations, applied)
      const isNew = applied.size === 0
      for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
        await apply(sql, migration, options)
        if (!isNew) onApplied(migration.name)
      }
      if (isNew) onCreated(migrations.length)
    })
  } finally {
    await sql.end({ timeoutMs: 5_000 })
  }
}
