import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#server/db/connection.ts'
import { postgres } from '#server/db/driver.ts'
import { provideBinaries } from '#server/db/embedded/binaries.ts'
import { ensureCluster } from '#server/db/embedded/cluster.ts'
import { chooseListen } from '#server/db/embedded/listen.ts'
import { placesIn, SOCKET_PORT } from '#server/db/embedded/places.ts'
import { launchPostmaster, type Postmaster } from '#server/db/embedded/postmaster.ts'
import { whoRuns } from '#server/db/embedded/run-as.ts'
import { postgresArguments } from '#server/db/embedded/settings.ts'
import { listProcesses } from '../processes.ts'

const LOOK_EVERY_MS = 20
/** A killed PostgreSQL's last processes hold its memory for a moment; its successor refuses to run beside them. */
const TRY_AGAIN_MS = 60

const SETTINGS = {
  // A standby that lost its primary for a moment asks again at once, since commits wait for it.
  wal_retrieve_retry_interval: '100ms',
  wal_keep_size: '256MB',
  hot_standby: 'on',
  // Small enough for the disk that is filled on purpose.
  max_wal_size: '384MB',
  min_wal_size: '64MB',
  shared_buffers: '96MB',
  // Before it replays its log, a PostgreSQL that died flushes each of its three thousand files; on a disk that is a file
  // itself, made here to be filled, that alone takes seconds. One call does the same.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

type Handle = ReturnType<typeof postgres>

/** One PostgreSQL from the embedded binaries, watched and started again as a service manager would. */
export class PostgresNode {
  readonly name: string
  readonly dataDir: string
  readonly #say: (line: string) => void
  #postmaster: Postmaster | null = null
  #wanted = false
  #watching: Promise<void> = Promise.resolve()
  socketFolder = ''

  constructor(name: string, dataDir: string, say: (line: string) => void) {
    this.name = name
    this.dataDir = dataDir
    this.#say = say
  }

  get cluster(): string {
    return placesIn(this.dataDir).cluster
  }

  get socketFile(): string {
    return `${this.socketFolder}/.s.PGSQL.${SOCKET_PORT}`
  }

  get pid(): number | undefined {
    return this.#postmaster?.pid
  }

  /** Straight to it, past the proxy: for set-up, checks and orders. */
  connection(database = 'openteller'): Extract<Connection, { host: string }> {
    return { host: this.socketFolder, port: SOCKET_PORT, user: 'postgres', database }
  }

  async start(): Promise<void> {
    const who = await whoRuns(this.cluster)
    const binaries = await provideBinaries(this.dataDir, who)
    const { listen, connection } = await chooseListen(this.dataDir, who)
    this.socketFolder = connection.host
    await ensureCluster(this.dataDir, binaries, who)
    const extra = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const log = { info: () => {}, warn: (line: string) => this.#say(`${this.name}: ${line}`) }
    const logFile = placesIn(this.dataDir).log
    const args = [...postgresArguments(listen), ...extra]
    this.#postmaster = await launchPostmaster({ binaries, cluster: this.cluster, args, logFile, who, log })
    this.#wanted = true
    this.#watching = this.#watch(this.#postmaster)
    await this.waitUntilReady()
  }

  /** The embedded supervisor waits longer after each death, as it should; a campaign kills too often for that. */
  async #watch(postmaster: Postmaster): Promise<void> {
    while (this.#wanted) {
      await sleep(LOOK_EVERY_MS)
      if (!this.#wanted || postmaster.pid !== undefined) continue
      await sleep(TRY_AGAIN_MS)
      if (this.#wanted) await postmaster.restart().catch((error) => this.#say(`${this.name}: ${error.message}`))
    }
  }

  async waitUntilReady(withinMs = 120_000): Promise<void> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(LOOK_EVERY_MS)) {
      const answered = await this.query('select 1', 'postgres').then(
        () => true,
        () => false,
      )
      if (answered) return
    }
    throw new Error(`${this.name} does not answer: see ${placesIn(this.dataDir).log}`)
  }

  async query<Row extends object>(statement: string, database = 'postgres'): Promise<Row[]> {
    const sql: Handle = postgres({
      ...this.connection(database),
      max: 1,
      connect_timeout: 3,
      fetch_types: false,
      onnotice: () => {},
    } as object)
    try {
      return (await sql.unsafe(statement)) as unknown as Row[]
    } finally {
      await sql.end({ timeout: 0 })
    }
  }

  /** The postmaster and every process it made. */
  async processes(): Promise<number[]> {
    const postmaster = this.pid
    if (postmaster === undefined) return []
    const children = (await listProcesses()).filter(({ parent }) => parent === postmaster)
    return [postmaster, ...children.map(({ pid }) => pid)]
  }

  /** Those that work for clients. */
  async backends(): Promise<number[]> {
    const rows = await this.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'openteller' order by pid",
    )
    return rows.map(({ pid }) => pid)
  }

  killPostmaster(): void {
    if (this.pid !== undefined) process.kill(this.pid, 'SIGKILL')
  }

  /** For good, with everything it made: a machine that is lost. */
  async destroy(): Promise<void> {
    this.#wanted = false
    for (const pid of await this.processes()) signal(pid, 'SIGKILL')
    await this.#watching
  }

  async stop(): Promise<void> {
    this.#wanted = false
    await this.#watching
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
