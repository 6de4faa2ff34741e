import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveKeys } from '../../server/src/platform/crypto/keys.ts'
import { openPool, type Sql } from '../../server/src/platform/db/connection.ts'
import { migrate } from '../../server/src/platform/db/migrator.ts'
import { BenchError, openBenchDatabase } from '../database.ts'
import { medianOf } from '../report.ts'
import { openAccounts, writeCustomersFile, writePayersFile } from './accounts.ts'
import { openReferences, type Reference, type ReferenceName } from './references.ts'
import { type BenchServer, SECRET, startServer, type Variant } from './server.ts'

export type Environment = {
  url: string
  sql: Sql
  postgresPid: number | null
  details: Record<string, string>
  /** None: pgbench is not installed, which only --quick accepts. */
  references: Partial<Record<ReferenceName, Reference>>
  servers: Record<Variant, BenchServer>
  folder: string
  customersFile: string
  payersFile: string
  payerOfManyFile: string
  close: () => Promise<void>
}

type Options = {
  databaseUrl: string | undefined
  accounts: number
  payers: number
  quick: boolean
  pgledger: string | undefined
}

/** Starts everything that a run needs on one PostgreSQL; close() undoes it. */
export async function setUpEnvironment({ databaseUrl, accounts, payers, ...options }: Options): Promise<Environment> {
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
    const payerOfManyFile = `${folder}/payer-of-many`
    const opened = await openAccounts(url, deriveKeys(SECRET), { accounts, payers })
    await writeCustomersFile(customersFile, opened.customers)
    await writePayersFile(payersFile, opened.payers)
    await writePayersFile(payerOfManyFile, opened.payerOfMany)
    const { version, references } = await openReferences({ url, folder, ...options })
    if (version) details.pgbench = version
    const start = async (variant: Variant) => {
      const server = await startServer({ url, folder, variant })
      cleanups.push(server.stop)
      return server
    }
    const servers = {
      usual: await start('usual'),
      unbatched: await start('unbatched'),
      instant: await start('instant'),
    }
    const files = { folder, customersFile, payersFile, payerOfManyFile }
    return { url, sql, postgresPid, details, references, servers, ...files, close }
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
