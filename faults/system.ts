import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { APPLICATION_ROLE, openPool, type Sql } from '#server/platform/db/connection.ts'
import { findFreePort } from '#server/platform/db/embedded/listen.ts'
import { SOCKET_PORT } from '#server/platform/db/embedded/paths.ts'
import { migrate } from '#server/platform/db/migrator.ts'
import { APP_SECRET } from './app-secret.ts'
import { DatabasePair } from './database/pair.ts'
import { type Disk, noDisk, provideDisk } from './disk.ts'
import { INSTANT_UP_TO_CENTS } from './instant-limit.ts'
import { isReady } from './is-ready.ts'
import { PREFIX, removeLeftovers } from './leftovers.ts'
import { FaultProxy } from './proxy.ts'
import { PushService } from './push-service.ts'
import { ServerProcess } from './server-process.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

export { APP_SECRET } from './app-secret.ts'

/** Of both servers: passkeys sign for one origin. */
export const PUBLIC_URL = 'https://campaign.example'
const PROGRAM = fileURLToPath(new URL('./server-with-faults.ts', import.meta.url))
const DISK_MEGABYTES = 6_144

export type SystemOptions = { log: (line: string) => void; standby: boolean; disks: boolean }

/** The whole bank under test: a database pair, two servers, and a proxy in front of each server and of the database. */
export class BankSystem {
  readonly folder: string
  readonly log: (line: string) => void
  readonly database: DatabasePair
  readonly databaseProxy: FaultProxy
  readonly receiver = new WebhookReceiver()
  readonly pushService = new PushService()
  readonly servers: readonly ServerProcess[]
  readonly serverProxies: readonly FaultProxy[]
  readonly #disks: ReadonlyMap<string, Disk>
  readonly #dataDirs: string[]
  /** The proxy ports through which clients reach the servers. */
  ports: number[] = []

  private constructor(folder: string, disks: ReadonlyMap<string, Disk>, ports: number[], options: SystemOptions) {
    const [first, second] = [join(folder, 'a'), join(folder, 'b')]
    this.folder = folder
    this.log = options.log
    this.#disks = disks
    this.#dataDirs = [first, second]
    this.database = new DatabasePair([first, second], options.log)
    this.databaseProxy = new FaultProxy('database', { path: '' })
    this.servers = ports.map(
      (port, index) =>
        new ServerProcess({
          name: `server ${index + 1}`,
          port,
          logFile: join(folder, `server-${index + 1}.log`),
          program: PROGRAM,
          env: serverEnvironment(folder),
          restarts: true,
        }),
    )
    this.serverProxies = this.servers.map(({ port }) => new FaultProxy('http', { host: '127.0.0.1', port }))
  }

  static async start(options: SystemOptions): Promise<BankSystem> {
    await removeLeftovers()
    const folder = await mkdtemp(join(tmpdir(), PREFIX))
    await chmod(folder, 0o711)
    const disks = new Map<string, Disk>()
    for (const name of ['a', 'b']) {
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      const disk = options.disks
        ? await provideDisk(dataDir, join(folder, `${name}.img`), DISK_MEGABYTES)
        : noDisk('not requested')
      disks.set(dataDir, disk)
      await chmod(dataDir, 0o711)
    }
    const system = new BankSystem(folder, disks, [await findFreePort(), await findFreePort()], options)
    try {
      await system.#start(options.standby)
      return system
    } catch (error) {
      await system.stop()
      throw error
    }
  }

  async #start(standby: boolean): Promise<void> {
    await this.database.start()
    this.databaseProxy.target = { path: this.database.primary.socketFile }
    await this.databaseProxy.listen(join(this.folder, `.s.PGSQL.${SOCKET_PORT}`))
    await this.#makeDatabase()
    if (standby) await this.database.addStandby()
    this.ports = await Promise.all(this.serverProxies.map((proxy) => proxy.listen()))
    await Promise.all([this.receiver.server.start(), this.pushService.server.start()])
  }

  async #makeDatabase(): Promise<void> {
    await this.database.primary.query('create database openteller')
    await migrate(this.database.primary.connection())
  }

  /** Stops the servers and replaces the database with an empty one. */
  async recreateDatabase(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop('SIGKILL')))
    this.databaseProxy.cutConnections()
    await this.database.primary.query('drop database openteller with (force)')
    await this.#makeDatabase()
  }

  async startServers(bugs: readonly string[]): Promise<void> {
    await Promise.all(this.servers.map((server) => server.start({ FAULTS_BUGS: bugs.join(' ') })))
    await Promise.all(this.servers.map((_, index) => this.waitUntilReady(index, 120_000)))
  }

  /** The disk of the current primary. */
  get disk(): Disk {
    return this.#disks.get(this.database.primary.dataDir) ?? noDisk('no disk')
  }

  /** When a server last lived in another time. */
  get travelledAt(): number {
    return Math.max(...this.servers.map(({ travelledAt }) => travelledAt))
  }

  /** With the servers' role or, for checks and set-up, the owner's. Bypasses the proxy. */
  openSql(role?: 'application'): Sql {
    return openPool(this.database.primary.connection(), { max: 2, ...(role ? { role: APPLICATION_ROLE } : {}) })
  }

  /** Goes through the proxy, as a client does. */
  async waitUntilReady(index: number, withinMs: number): Promise<boolean> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(15))
      if (await isReady(this.ports[index] ?? 0)) return true
    return false
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop('SIGKILL')))
    await Promise.all([this.databaseProxy, ...this.serverProxies].map((proxy) => proxy.close()))
    await Promise.all([this.receiver.server.stop(), this.pushService.server.stop()])
    await this.database.stop()
    for (const dataDir of this.#dataDirs) await this.#disks.get(dataDir)?.remove()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function serverEnvironment(folder: string): Record<string, string> {
  return {
    DATABASE_URL: `postgres://postgres@localhost/openteller?host=${encodeURIComponent(folder)}&port=${SOCKET_PORT}`,
    DATA_DIR: join(folder, 'server'),
    APP_SECRET,
    PUBLIC_URL,
    REGISTRATION_STATUS: 'Active',
    STAFF_SECOND_FACTOR: 'optional',
    // More than all amounts of a campaign: one administrator moves money, but roles wait for a second one.
    FOUR_EYES_ABOVE: '10000000',
    // Small transfers to known payees inside the bank are completed at once.
    INSTANT_UP_TO: String(INSTANT_UP_TO_CENTS / 100),
    SECRET_RULES: 'off',
    WEBHOOK_ALLOW: '127.0.0.1',
    PUSH_ALLOW: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  }
}
