import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { APPLICATION_ROLE, type Connection, openPool, type Reader, type Sql, sqlState } from './connection.ts'
import { inTransaction } from './transaction.ts'

const folder = new URL('../../migrations/', import.meta.url)

type Migration = { name: string; text: string; hash: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Roles belong to the whole cluster, so another server (or another database of it) may have made ours already. */
async function ensureApplicationRole(sql: Sql) {
  const [role] = await sql`select 1 from pg_roles where rolname = ${APPLICATION_ROLE}`
  if (!role) {
    await sql.unsafe(`create role ${APPLICATION_ROLE} nologin`).catch(ignoreExisting)
  }
  await sql.unsafe(`grant ${APPLICATION_ROLE} to current_user`).catch(ignoreExisting)
  await sql.unsafe(`grant usage on schema public to ${APPLICATION_ROLE}`).catch(ignoreExisting)
}

/** Two servers starting at once: unique_violation, duplicate_object and 'tuple concurrently updated' mean the other did it. */
function ignoreExisting(error: unknown) {
  if (!['23505', '42710', '42P07', 'XX000'].includes(sqlState(error))) throw error
}

/** The usual start, of a server that was killed too, is two looks: nothing is written, and nobody is waited for. */
async function isUpToDate(sql: Sql, migrations: Migration[]): Promise<boolean> {
  const [role] = await sql<{ ready: boolean }[]>`
    select to_regclass('schema_migrations') is not null and pg_has_role(rolname, 'member')
      and has_schema_privilege(rolname, 'public', 'usage') as ready
    from pg_roles where rolname = ${APPLICATION_ROLE}`
  if (!role?.ready) return false
  const applied = await readApplied(sql)
  return migrations.every(({ name, hash }) => applied.get(name) === hash)
}

async function readApplied(sql: Reader): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/**
 * Each migration in a transaction of its own, behind a table lock that a second server waits for. It runs again if the
 * database undid it: beside a server that is at work, one that first builds an index and then drops another can meet a
 * transaction that read the table and wants to write.
 */
async function applyNext(sql: Sql, migrations: Migration[]): Promise<string | null> {
  return inTransaction(sql, async (tx) => {
    await tx`lock table schema_migrations in exclusive mode`
    const applied = await readApplied(tx)
    for (const { name, hash } of migrations) {
      if (applied.has(name) && applied.get(name) !== hash)
        throw new Error(
          `Migration ${name} was changed after it was applied. Migrations are forward only: add a new one.`,
        )
    }
    const next = migrations.find(({ name }) => !applied.has(name))
    if (!next) return null
    await tx.unsafe(next.text)
    await tx`insert into schema_migrations (name, hash, applied_at) values (${next.name}, ${next.hash}, now())`
    return next.name
  })
}

/** Brings the database up to date, as its owner. Safe when several servers start at once. */
export async function migrate(connection: Connection, onApplied: (name: string) => void = () => {}): Promise<void> {
  const sql = openPool(connection, { max: 1 })
  try {
    const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
    if (!version || version.number < 150_000) throw new Error('PostgreSQL 15 or later is needed.')
    const migrations = await readMigrations()
    if (await isUpToDate(sql, migrations)) return
    await sql`set statement_timeout = 0`
    await sql`set lock_timeout = 0`
    await ensureApplicationRole(sql)
    await sql`create table if not exists schema_migrations
      (name text primary key, hash text not null, applied_at timestamptz not null)`.catch(ignoreExisting)
    for (let name = await applyNext(sql, migrations); name; name = await applyNext(sql, migrations)) onApplied(name)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
