import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { bankNamesOf } from '#contract/account-numbers.ts'
import { setBankCurrency } from '#contract/money.ts'
import { buildApp } from '../app.ts'
import { requireNoDemoPeople } from '../demo/demo-people.ts'
import type { Shutdown } from '../http/observation/stopping.ts'
import { startTracing, type Tracing, watchExports } from '../http/observation/tracing.ts'
import { createJobs } from '../jobs.ts'
import { commitBatch } from '../ledger/core/commit-batch.ts'
import { createLedger, type LedgerOverrides } from '../ledger/ledger.ts'
import type { DeliverySteps } from '../notifications/webhooks/deliver-events.ts'
import type { sendRequest } from '../notifications/webhooks/send-request.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { APPLICATION_ROLE, type Connection, openPool, type Sql } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { DatabaseMonitor } from '../platform/db/database-monitor.ts'
import { type Job, type JobLog, startJobs } from '../platform/jobs/run-jobs.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { fixCurrency } from './currency.ts'
import { LEDGER_POOL_SIZE, LOOKUP_POOL_SIZE, MONITOR_POOL_SIZE, POOL_SIZE } from './pool-sizes.ts'
import { prepareDatabase } from './prepare-database.ts'
import { fixTimeZone } from './time-zone.ts'

export type RunningBank = { address: string; postgresVersion: string; stop(): Promise<void> }

const WEB_DIRECTORY = fileURLToPath(new URL('../../../build/web/client', import.meta.url))
/** Everything that uses the database stops in parallel, within this time. */
const DRAIN_MS = 3_500
/** Then the pools close, and PostgreSQL stops within five seconds: less than ten in all. */
const POOL_END_MS = 1_000

type Print = (line: string) => void

/** For benchmarks and the fault campaign (decision 051); a bank runs with the defaults. */
export type BankOverrides = {
  /** The machine's clock. */
  now?: () => Date
  /** Makes days pass for the bank, whatever the clocks say. */
  timeTravelMs?: () => number
  ledger?: LedgerOverrides
  extraJobs?: (sql: Sql) => Job[]
  wrapJob?: (job: Job) => Job
  webhookSteps?: DeliverySteps
  sendPush?: typeof sendRequest
}

/** Starts the bank from its configuration. `stop` releases everything in the opposite order. */
export async function startBank(config: Config, print: Print, overrides: BankOverrides = {}): Promise<RunningBank> {
  setBankCurrency(config.currency)
  const undo: Array<() => Promise<void>> = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const database = await openDatabase(config, print)
    undo.push(database.close)
    const pools: Sql[] = []
    undo.push(async () => void (await Promise.all(pools.map((pool) => pool.end({ timeoutMs: POOL_END_MS })))))
    const open = (options: { max: number; byKey?: boolean }) => {
      const pool = openPool(database.connection, { role: APPLICATION_ROLE, ...options })
      pools.push(pool)
      return pool
    }
    const sql = open({ max: POOL_SIZE })
    const ledgerSql = open({ max: LEDGER_POOL_SIZE, byKey: true })
    const lookupSql = open({ max: LOOKUP_POOL_SIZE, byKey: true })
    const clock = new DatabaseClock(overrides.now ? { machine: overrides.now } : {})
    const { timeTravelMs } = overrides
    const now = timeTravelMs ? () => new Date(clock.now().getTime() + timeTravelMs()) : clock.now
    const monitor = new DatabaseMonitor(open({ max: MONITOR_POOL_SIZE }), [sql, lookupSql, ledgerSql], { clock })
    const keys = await prepareDatabase(config, { sql, connection: database.connection, clock, print })
    await fixTimeZone(sql, config.bankTimeZone)
    await fixCurrency(sql, config.currency)
    await prepareDemonstration(config, { sql, keys, now })

    const tracing = config.tracing && (await startTracing(config.tracing))
    if (tracing) undo.push(tracing.stop)
    // With PORT=0 the operating system chooses the port.
    const running = { ...config }
    const ledger = createLedger(ledgerSql, {
      zone: config.bankTimeZone,
      fourEyesAboveCents: config.fourEyesAboveCents,
      riskLargeCents: config.riskLargeCents,
      instantUpToCents: config.instantUpToCents,
      dailyLimitCents: config.dailyLimitCents,
      bankNames: bankNamesOf(config.institution),
      ...(tracing ? { commitBatch: traceBatches(tracing) } : {}),
      ...overrides.ledger,
    })
    const { app, metrics, stopping } = await buildApp({
      sql,
      ledger,
      keys,
      config: running,
      monitor,
      pools: { requests: sql, lookups: lookupSql, ledger: ledgerSql },
      now,
      ...(tracing ? { tracing } : {}),
      ...(existsSync(WEB_DIRECTORY) ? { webDirectory: WEB_DIRECTORY } : {}),
    })
    if (tracing) watchExports(tracing, app.log, metrics.observeSpans)
    // Stopped in parallel.
    const workers = [() => leaveLoadBalancer(stopping, config.drainSeconds).then(() => drain(app))]
    undo.push(async () => void (await Promise.all(workers.map((end) => end()))))
    await app.listen({ port: config.port, host: config.host }).catch((error) => explainListen(error, config))
    running.port = (app.server.address() as AddressInfo).port
    if (config.production && config.metricsToken === null)
      app.log.warn('/api/metrics is open to everyone: set METRICS_TOKEN, or close the path at the proxy')
    const address = addressOf(running)
    const origin = config.publicUrl ?? address
    const webhooks = { observeDelivery: metrics.observeDelivery, steps: overrides.webhookSteps }
    const push = { observePush: metrics.observePush, send: overrides.sendPush }
    const jobs = createJobs({ sql, keys, config, now, ledger, log: app.log, origin, webhooks, push })
    const { wrapJob = (job) => job } = overrides
    const bankJobs = [...jobs.map(wrapJob), ...(overrides.extraJobs?.(sql) ?? [])]
    const start = (some: readonly Job[], mayRun?: () => boolean) =>
      startJobs(tracing ? some.map((job) => traced(tracing, job)) : some, app.log, {
        observe: metrics.observeJob,
        ...(mayRun ? { mayRun } : {}),
      })
    workers.push(
      start(bankJobs, () => clock.isRight),
      start(monitorJobs(monitor, app.log)),
    )
    return { address, postgresVersion: await readPostgresVersion(sql), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The commands of many requests share a batch, so it is a trace of its own. */
const traceBatches =
  ({ span }: Tracing): typeof commitBatch =>
  (sql, zone, commands, ...rest) =>
    span('ledger batch', { 'openteller.commands': commands.length }, () => commitBatch(sql, zone, commands, ...rest))

/** Traces a job, except one that polls every second: such jobs would be most of the traces. */
const traced = ({ span }: Tracing, job: Job): Job =>
  job.intervalMs < 60_000 ? job : { ...job, run: (signal) => span(`job ${job.name}`, {}, () => job.run(signal)) }

/** Jobs that also run while the clock is wrong: they notice when it is right again. */
const monitorJobs = (monitor: DatabaseMonitor, log: JobLog): Job[] => [
  { name: 'watch database', intervalMs: 1_000, firstRunAfterMs: 0, run: (signal) => monitor.run(signal, log) },
  {
    name: 'forget other servers',
    intervalMs: 86_400_000,
    firstRunAfterMs: 60_000,
    run: () => monitor.forgetOthers(),
  },
]

async function readPostgresVersion(sql: Sql): Promise<string> {
  // Distributions add their own name: '17.2 (Debian 17.2-1)'.
  const [row] = await sql<
    { version: string }[]
  >`select split_part(current_setting('server_version'), ' ', 1) as version`
  return row?.version ?? 'unknown'
}

/** A server behind a load balancer serves on until its health checks have failed: no request finds a closed port. */
async function leaveLoadBalancer(stopping: Shutdown, drainSeconds: number): Promise<void> {
  stopping.begin()
  await sleep(drainSeconds * 1_000)
}

/** Finishes running requests; connections that are still open after DRAIN_MS (live streams, stalled clients) are cut. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  // A keep-alive connection would stay open for a next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(cut)
  clearInterval(sweep)
}

async function openDatabase(
  { databaseUrl, dataDir, backupDir }: Config,
  print: Print,
): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (databaseUrl !== null) return { connection: { url: databaseUrl }, close: async () => {} }
  const { startEmbeddedPostgres } = await import('../platform/db/embedded-postgres.ts')
  const { listBackups } = await import('../platform/db/embedded/base-backup.ts')
  const embedded = await startEmbeddedPostgres({ dataDir, backupDir, log: { info: print, warn: print } })
  if (backupDir && (await listBackups(backupDir)).length === 0)
    print("Warning: BACKUP_DIR holds no backup yet, and the log alone restores nothing: run 'npm run backup'.")
  return { connection: embedded.connection, close: embedded.stop }
}

type DemoDeps = { sql: Sql; keys: Keys; now: () => Date }

async function prepareDemonstration(config: Config, { sql, keys, now }: DemoDeps): Promise<void> {
  if (!config.demo) return requireNoDemoPeople(sql)
  const { addMissingStaff, fillDemo } = await import('../demo/fill-demo.ts')
  const { bankTimeZone: zone, riskLargeCents } = config
  if (!(await fillDemo({ sql, keys, zone, riskLargeCents, now }))) await addMissingStaff({ sql, keys, now })
  const { addExternalMoney } = await import('../demo/external-money.ts')
  await addExternalMoney({ sql, zone, institution: config.institution.legalName || config.institution.name, now })
}

function explainListen(error: NodeJS.ErrnoException, { port, host }: Config): never {
  const explanations: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use by another program on ${host}: choose another port, for example PORT=${port + 1}.`,
    EACCES: `PORT ${port} needs more permissions: choose a port above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} can't be resolved.`,
  }
  const explanation = explanations[error.code ?? '']
  throw explanation ? new StartError(explanation, { cause: error }) : error
}

/** A URL to open. `localhost` wherever it reaches the server: browsers allow no passkeys at IP addresses. */
function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
