import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { loadAppSecret } from '../crypto/app-secret.ts'
import { deriveKeys, type Keys } from '../crypto/keys.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Sql, sqlState } from '../db/connection.ts'
import { migrate } from '../db/migrator.ts'
import { refuseDemoPeople } from '../demo/demo-people.ts'
import { createJobs } from '../jobs/jobs.ts'
import { type Job, startJobs } from '../jobs/run-jobs.ts'
import { createLedger, type LedgerOverrides } from '../ledger/ledger.ts'
import { StartError } from '../runtime/start-error.ts'
import { fixTimeZone } from './time-zone.ts'

export type RunningBank = { address: string; stop(): Promise<void> }

const WEB_DIRECTORY = fileURLToPath(new URL('../../../build/web/client', import.meta.url))
/** Well below what the embedded PostgreSQL takes, so that tools beside the bank always get in. */
const POOL_SIZE = 12
/** The ledger has its own: money does not wait behind lists. Opened as lanes need them. */
const LEDGER_POOL_SIZE = 8
/** Everything that uses the database ends at the same time, within this; background jobs need less. */
const DRAIN_MS = 3_500
/** Then the connections, and at last PostgreSQL, in five seconds at most: less than ten in all. */
const POOL_END_SECONDS = 1

type Print = (line: string) => void

/** For benchmarks and the fault campaign (decision 051); a bank runs with the defaults. */
export type BankOverrides = { ledger?: LedgerOverrides; extraJobs?: (sql: Sql) => Job[] }

/** Everything between a configuration and a bank that answers, and the way back in the opposite order. */
export async function startBank(config: Config, print: Print, overrides: BankOverrides = {}): Promise<RunningBank> {
  const undo: Array<() => Promise<void>> = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const appSecret = await loadAppSecret(config)
    const database = await openDatabase(config, print)
    undo.push(database.close)
    await migrateOrExplain(database.connection, print)
    const sql = openPool(database.connection, { max: POOL_SIZE, role: APPLICATION_ROLE })
    undo.push(() => sql.end({ timeout: POOL_END_SECONDS }))
    const ledgerSql = openPool(database.connection, { max: LEDGER_POOL_SIZE, role: APPLICATION_ROLE, byKey: true })
    undo.push(() => ledgerSql.end({ timeout: POOL_END_SECONDS }))
    await fixTimeZone(sql, config.bankTimeZone)
    const keys = deriveKeys(appSecret)
    const now = () => new Date()
    await prepareDemonstration(config, { sql, keys, now })

    const { app } = await buildApp({
      sql,
      ledger: createLedger(ledgerSql, {
        zone: config.bankTimeZone,
        fourEyesAboveCents: config.fourEyesAboveCents,
        ...overrides.ledger,
      }),
      keys,
      config,
      now,
      ...(existsSync(WEB_DIRECTORY) ? { webDirectory: WEB_DIRECTORY } : {}),
    })
    // Nobody waits for the other: new requests are turned away from the first moment.
    const workers = [() => drain(app)]
    undo.push(async () => void (await Promise.all(workers.map((end) => end()))))
    await app.listen({ port: config.port, host: config.host }).catch((error) => explainListen(error, config))
    const address = addressOf(app.server.address(), config.host)
    const jobs = createJobs({ sql, keys, config, now, log: app.log, origin: config.publicUrl ?? address })
    workers.push(startJobs([...jobs, ...(overrides.extraJobs?.(sql) ?? [])], app.log))
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Requests under way are answered; whoever is still connected after that (a live stream, a stalled client) is cut. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  // A connection whose last request was just answered would stay open for the next one, which never comes.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(cut)
  clearInterval(sweep)
}

async function openDatabase(
  { databaseUrl, dataDir }: Config,
  print: Print,
): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (databaseUrl !== null) return { connection: { url: databaseUrl }, close: async () => {} }
  const { startEmbeddedPostgres } = await import('../db/embedded-postgres.ts')
  const embedded = await startEmbeddedPostgres({ dataDir, log: { info: print, warn: print } })
  return { connection: embedded.connection, close: embedded.stop }
}

async function migrateOrExplain(connection: Connection, print: Print): Promise<void> {
  try {
    await migrate(connection, (name) => print(`Database brought up to ${name}.`))
  } catch (error) {
    if (!('url' in connection)) throw error
    // The address stays out of the message: it holds a password. PostgreSQL's own words say enough.
    throw new StartError(`The database of DATABASE_URL can't be used: ${(error as Error).message || sqlState(error)}`, {
      cause: error,
    })
  }
}

type DemoDeps = { sql: Sql; keys: Keys; now: () => Date }

async function prepareDemonstration(config: Config, { sql, keys, now }: DemoDeps): Promise<void> {
  if (!config.demo) return refuseDemoPeople(sql)
  const { fillDemo } = await import('../demo/fill-demo.ts')
  await fillDemo({ sql, keys, zone: config.bankTimeZone, now })
}

function explainListen(error: NodeJS.ErrnoException, { port, host }: Config): never {
  const explanations: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use by another program on ${host}: choose another one, for example PORT=${port + 1}.`,
    EACCES: `PORT ${port} may not be used without more rights: choose one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not known.`,
  }
  const explanation = explanations[error.code ?? '']
  throw explanation ? new StartError(explanation, { cause: error }) : error
}

/** What a person can type: the port as it really is, and a name for 'every address of this machine'. */
function addressOf(bound: ReturnType<import('node:net').Server['address']>, host: string): string {
  const port = typeof bound === 'object' && bound ? bound.port : ''
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
