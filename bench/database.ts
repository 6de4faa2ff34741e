import { rm } from 'node:fs/promises'
import { APPLICATION_ROLE, openPool, type Sql } from '../server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { makeDataDir, urlOf } from '../server/test/bank-process.ts'

/** The person at the terminal can put it right: one line, no stack. */
export class BenchError extends Error {}

export type BenchDatabase = {
  url: string
  /** Of the PostgreSQL on this machine; null when it is somebody else's. */
  postgresPid: number | null
  close: () => Promise<void>
}

/** Says whose tables these are: what a killed run left behind may be cleared away, anything else may not. */
const MARK = 'openteller_bench'

/** An embedded PostgreSQL in a folder that is deleted afterwards, or the empty database somebody named. */
export function openBenchDatabase(url: string | undefined): Promise<BenchDatabase> {
  return url === undefined ? openEmbedded() : openGiven(url)
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

async function openGiven(url: string): Promise<BenchDatabase> {
  const sql = openPool({ url }, { max: 1 })
  try {
    const relations = await relationsIn(sql)
    if (relations.length > 0 && !relations.includes(MARK))
      throw new BenchError(
        `The database is not empty (${relations.slice(0, 3).join(', ')} …) and not of a benchmark: name an empty one.`,
      )
    await clear(sql)
    await sql.unsafe(`create table ${MARK} (role_was_there boolean not null)`)
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

/** Every table was made by a benchmark: the caller has seen the mark, or nothing at all. */
async function clear(sql: Sql): Promise<void> {
  await sql.unsafe('set statement_timeout = 0')
  const relations = await relationsIn(sql)
  if (relations.length === 0) return
  const [marked] = await sql<{ role_was_there: boolean }[]>`select role_was_there from openteller_bench`
  for (const name of relations.filter((name) => name !== MARK)) await sql.unsafe(`drop table ${name} cascade`)
  await sql.unsafe('drop extension if exists pg_trgm')
  if (marked?.role_was_there === false) {
    await sql.unsafe(`drop owned by ${APPLICATION_ROLE}`)
    await sql.unsafe(`drop role ${APPLICATION_ROLE}`)
  }
  // Last: as long as anything of ours is left, it can be recognised.
  await sql.unsafe(`drop table ${MARK}`)
}
