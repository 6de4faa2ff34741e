import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#server/platform/db/connection.ts'
import { provideBinaries } from '#server/platform/db/embedded/binaries.ts'
import { ensureCluster } from '#server/platform/db/embedded/cluster.ts'
import { chooseListen } from '#server/platform/db/embedded/listen.ts'
import { pathsIn, SOCKET_PORT } from '#server/platform/db/embedded/paths.ts'
import { launchPostmaster, type Postmaster } from '#server/platform/db/embedded/postmaster.ts'
import { chooseRunAs } from '#server/platform/db/embedded/run-as.ts'
import { postgresArguments } from '#server/platform/db/embedded/settings.ts'
import { runStatement } from '#server/platform/db/run-statement.ts'
import { listProcesses } from '../processes.ts'

const POLL_MS = 20
/** PostgreSQL refuses to start while processes of the killed one still hold its shared memory. */
const RESTART_DELAY_MS = 60

const SETTINGS = {
  // A standby reconnects at once, because commits wait for it.
  wal_retrieve_retry_interval: '100ms',
  wal_keep_size: '256MB',
  hot_standby: 'on',
  // Small enough for the disk that the campaign fills.
  max_wal_size: '384MB',
  min_wal_size: '64MB',
  shared_buffers: '96MB',
  // Before crash recovery PostgreSQL syncs each of its three thousand files, which takes seconds on a loop device;
  // one syncfs call does the same.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

/** One PostgreSQL from the embedded binaries, restarted whenever it dies, as a service manager would. */
export class PostgresNode {
  readonly name: string
  readonly dataDir: string
  readonly #log: (line: string) => void
  #postmaster: Postmaster | null = null
  #wanted = false
  #supervision: Promise<void> = Promise.resolve()
  socketFolder = ''

  constructor(name: string, dataDir: string, log: (line: string) => void) {
    this.name = name
    this.dataDir = dataDir
    this.#log = log
  }

  get cluster(): string {
    return pathsIn(this.dataDir).cluster
  }

  get socketFile(): string {
    return `${this.socketFolder}/.s.PGSQL.${SOCKET_PORT}`
  }

  get pid(): number | undefined {
    return this.#postmaster?.pid
  }

  /** Bypasses the proxy: for set-up, checks and administration. */
  connection(database = 'openteller'): Extract<Connection, { host: string }> {
    return { host: this.socketFolder, port: SOCKET_PORT, user: 'postgres', database }
  }

  async start(): Promise<void> {
    const runAs = await chooseRunAs(this.cluster)
    const binaries = await provideBinaries(this.dataDir, runAs)
    const { listen, connection } = await chooseListen(this.dataDir, runAs)
    this.socketFolder = connection.host
    await ensureCluster(this.dataDir, binaries, runAs)
    const extra = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const log = { info: () => {}, warn: (line: string) => this.#log(`${this.name}: ${line}`) }
    const logFile = pathsIn(this.dataDir).log
    const args = [...postgresArguments(listen), ...extra]
    this.#postmaster = await launchPostmaster({ binaries, cluster: this.cluster, args, logFile, runAs, log })
    this.#wanted = true
    this.#supervision = this.#supervise(this.#postmaster)
    await this.waitUntilReady()
  }

  /** The embedded supervisor backs off after each crash; a campaign kills too often for that. */
  async #supervise(postmaster: Postmaster): Promise<void> {
    while (this.#wanted) {
      await sleep(POLL_MS)
      if (!this.#wanted || postmaster.pid !== undefined) continue
      await sleep(RESTART_DELAY_MS)
      if (this.#wanted) await postmaster.restart().catch((error) => this.#log(`${this.name}: ${error.message}`))
    }
  }

  async waitUntilReady(withinMs = 120_000): Promise<void> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(POLL_MS)) {
      const isReady = await this.query('select 1', 'postgres').then(
        () => true,
        () => false,
      )
      if (isReady) return
    }
    throw new Error(`${this.name} is not ready; its log is ${pathsIn(this.dataDir).log}`)
  }

  async query<Row extends object>(statement: string, database = 'postgres'): Promise<Row[]> {
    return runStatement(this.connection(database), statement)
  }

  /** The postmaster and its child processes. */
  async processes(): Promise<number[]> {
    const postmaster = this.pid
    if (postmaster === undefined) return []
    const children = (await listProcesses()).filter(({ parent }) => parent === postmaster)
    return [postmaster, ...children.map(({ pid }) => pid)]
  }

  /** The backends of the bank's connections. */
  async backends(): Promise<number[]> {
    const rows = await this.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and application_name = 'openteller' and pid <> pg_backend_pid() order by pid`,
    )
    return rows.map(({ pid }) => pid)
  }

  killPostmaster(): void {
    if (this.pid !== undefined) process.kill(this.pid, 'SIGKILL')
  }

  /** Kills it for good with all its processes, like the loss of a machine. */
  async destroy(): Promise<void> {
    this.#wanted = false
    for (const pid of await this.processes()) signal(pid, 'SIGKILL')
    await this.#supervision
  }

  async stop(): Promise<void> {
    this.#wanted = false
    await this.#supervision
    await this.#postmaster?.stop()
    this.#postmaster = null
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
