import { rm } from 'node:fs/promises'
import { APPLICATION_ROLE, openPool, type Sql } from '../server/src/platform/db/connection.ts'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { makeDataDir, urlOf } from '../server/test/bank-process.ts'

/** An error that the user can correct: printed as one line, without a stack. */
export class BenchError extends Error {}

export type BenchDatabase = {
  url: string
  /** The process of the embedded PostgreSQL; null for an external server. */
  postgresPid: number | null
  close: () => Promise<void>
}

/** Marks a database as used by a benchmark: only such a database may be cleared, for example after a killed run. */
const MARKER_TABLE = 'openteller_bench'

/** An embedded PostgreSQL in a folder that is deleted afterwards, or the empty database at `url`. */
export function openBenchDatabase(url: string | undefined): Promise<BenchDatabase> {
  return url === undefined ? openEmbedded() : openExternal(url)
}

async function openEmbedded(): Promise<BenchDatabase> {
  const dataDir = await makeDataDir('bench')
  const log = { info: () => {}, warn: (line: string) => console.error(line) }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  return {
    url: urlOf(postgres.connection),
    postgresPid: postgres.pid ?? null,
    close: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openExternal(url: string): Promise<BenchDatabase> {
  const sql = openPool({ url }, { max: 1 })
  try {
    const relations = await relationsIn(sql)
    if (relations.length > 0 && !relations.includes(MARKER_TABLE))
      throw new BenchError(
        `The database is not empty (${relations.slice(0, 3).join(', ')} …) and was not made by a benchmark. Use an empty one.`,
      )
    await clear(sql)
    await sql.unsafe(`create table ${MARKER_TABLE} (role_existed boolean not null)`)
    await sql`insert into openteller_bench select exists (select 1 from pg_roles where rolname = ${APPLICATION_ROLE})`
  } finally {
    await sql.end()
  }
  return {
    url,
    postgresPid: null,
    close: async () => {
      const sql = openPool({ url }, { max: 1 })
      await clear(sql).finally(() => sql.end())
    },
  }
}

async function relationsIn(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'v', 'm', 'p', 'S', 'f')
    order by c.relname`
  return rows.map(({ name }) => name)
}

/** Drops every table. The caller has checked that the database has the marker table or is empty. */
async function clear(sql: Sql): Promise<void> {
  await sql.unsafe('set statement_timeout = 0')
  const relations = await relationsIn(sql)
  if (relations.length === 0) return
  const [marker] = await sql<{ role_existed: boolean }[]>`select role_existed from openteller_bench`
  for (const name of relations.filter((name) => name !== MARKER_TABLE)) await sql.unsafe(`drop table ${name} cascade`)
  await sql.unsafe('drop extension if exists pg_trgm')
  if (marker?.role_existed === false) {
    await sql.unsafe(`drop owned by ${APPLICATION_ROLE}`)
    await sql.unsafe(`drop role ${APPLICATION_ROLE}`)
  }
  // Last: while other tables remain, the marker still identifies the database.
  await sql.unsafe(`drop table ${MARKER_TABLE}`)
}
