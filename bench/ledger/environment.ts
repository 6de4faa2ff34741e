import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveKeys } from '../../server/src/crypto/keys.ts'
import { openPool, type Sql } from '../../server/src/db/connection.ts'
import { migrate } from '../../server/src/db/migrator.ts'
import { BenchError, openBenchDatabase } from '../database.ts'
import { medianOf } from '../report.ts'
import { openAccounts, writeCustomersFile, writePayersFile } from './accounts.ts'
import { openPgbench, type Pgbench } from './pgbench.ts'
import { type BenchServer, SECRET, startServer } from './server.ts'

export type Environment = {
  sql: Sql
  postgresPid: number | null
  details: Record<string, string>
  /** Null: pgbench is not installed, which only --quick accepts. */
  pgbench: Pgbench | null
  batched: BenchServer
  unbatched: BenchServer
  folder: string
  customersFile: string
  payersFile: string
  close: () => Promise<void>
}

type Options = { databaseUrl: string | undefined; accounts: number; payers: number; quick: boolean }

/** Starts everything that a run needs on one PostgreSQL; close() undoes it. */
export async function setUpEnvironment({ databaseUrl, accounts, payers, quick }: Options): Promise<Environment> {
  const cleanups: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of cleanups.splice(0).reverse()) await step()
  }
  try {
    const database = await openBenchDatabase(databaseUrl)
    cleanups.push(database.close)
    const { url, postgresPid } = database
    const folder = await mkdtemp(join(tmpdir(), 'openteller-load-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const sql = openPool({ url }, { max: 2 })
    cleanups.push(() => sql.end())
    const details = await requireDurable(sql)
    if (postgresPid !== null) details['disk flush'] = `${flushMicroseconds(folder)} µs`

    await migrate({ url })
    const customersFile = `${folder}/customers`
    const payersFile = `${folder}/payers`
    const opened = await openAccounts(url, deriveKeys(SECRET), { accounts, payers })
    await writeCustomersFile(customersFile, opened.customers)
    await writePayersFile(payersFile, opened.payers)
    const pgbench = await openPgbench(url, quick)
    if (pgbench) details.pgbench = pgbench.version
    const batched = await startServer({ url, folder, variant: 'batched' })
    cleanups.push(batched.stop)
    const unbatched = await startServer({ url, folder, variant: 'unbatched' })
    cleanups.push(unbatched.stop)
    return { sql, postgresPid, details, pgbench, batched, unbatched, folder, customersFile, payersFile, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Acknowledging before the commit is on disk would make the rates meaningless. */
async function requireDurable(sql: Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers') order by name`
  const details = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  for (const name of ['fsync', 'synchronous_commit'])
    if (details[name] !== 'on') throw new BenchError(`${name} is ${details[name]} in this PostgreSQL; it must be on.`)
  return details
}

/**
 * Median flush time of the disk that the embedded database uses. The ratios depend on it: slow flushes favor batched
 * commits, and with fast flushes CPU time decides.
 */
function flushMicroseconds(folder: string): number {
  const file = openSync(`${folder}/flushed`, 'w')
  const block = Buffer.alloc(8192, 1)
  const timesMs = Array.from({ length: 101 }, () => {
    const before = performance.now()
    writeSync(file, block, 0, block.length, 0)
    fdatasyncSync(file)
    return performance.now() - before
  })
  closeSync(file)
  return Math.round(medianOf(timesMs) * 1000)
}
