import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { APPLICATION_ROLE, openPool, type Sql } from '#server/platform/db/connection.ts'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { APP_SECRET, PUBLIC_URL } from '../system.ts'
import { Authority } from './certificates.ts'
import { Machine } from './machine.ts'
import { type Member, Patroni } from './patroni.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOCUMENTS = join(ROOT, 'docs/high-availability')
const MIGRATE = join(ROOT, 'server/src/programs/migrate.ts')
const VERIFY = join(ROOT, 'server/src/programs/verify.ts')
const MAIN = join(ROOT, 'server/src/main.ts')

const DATABASES = ['db1', 'db2', 'db3']
const BANKS = ['bank1', 'bank2']
const LOAD_BALANCER = '10.0.0.10'
export const PUBLIC_ADDRESS = `https://${LOAD_BALANCER}`
/** Of the clients, and of slow ones whom the load balancer tells apart by their address. */
const CLIENTS = '10.0.0.1'
export const SLOW_CLIENTS = '10.0.0.2'
/** Customers' requests all come from one address here. */
const OVERRIDES = { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', PUBLIC_URL, ENV_FILE: 'off' }

const PASSWORDS = { owner: randomBytes(12).toString('hex'), server: randomBytes(12).toString('hex') }
const METRICS_TOKEN = randomBytes(16).toString('hex')

/** `hasQuorum`: of Patroni 4.0 and later. */
type ClusterOptions = { log: (line: string) => void; patroni: string; hasQuorum: boolean }

/** Three database machines, two servers and a load balancer, with the very files of docs/high-availability. */
export class Cluster {
  readonly folder: string
  readonly databases: readonly Machine[]
  readonly banks: readonly Machine[]
  readonly patroni: Patroni
  readonly #balancer: Machine
  readonly #options: ClusterOptions
  #stopping = false

  private constructor(folder: string, options: ClusterOptions) {
    const machine = (name: string, address: string) => new Machine({ name, address, folder: join(folder, name) })
    this.folder = folder
    this.#options = options
    this.databases = DATABASES.map((name, index) => machine(name, `10.0.0.2${index + 1}`))
    this.banks = BANKS.map((name, index) => machine(name, `10.0.0.1${index + 1}`))
    this.#balancer = machine('balancer', LOAD_BALANCER)
    this.patroni = new Patroni(this.databases)
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'openteller-cluster-'))
    await chmod(folder, 0o711)
    const cluster = new Cluster(folder, options)
    await run('ip', ['link', 'add', 'switch', 'type', 'bridge'])
    await run('ip', ['address', 'add', `${CLIENTS}/24`, 'dev', 'switch'])
    await run('ip', ['address', 'add', `${SLOW_CLIENTS}/24`, 'dev', 'switch'])
    await run('ip', ['link', 'set', 'switch', 'up'])
    await run('ip', ['link', 'set', 'lo', 'up'])
    await cluster.#start()
    return cluster
  }

  get #all(): Machine[] {
    return [...this.databases, ...this.banks, this.#balancer]
  }

  async #start(): Promise<void> {
    const authority = await Authority.create(this.folder)
    for (const machine of this.#all) await this.#install(machine, authority)
    for (const machine of this.#all) await machine.boot()
    this.#options.log('Machines are up; etcd and Patroni start …')
    for (const machine of this.databases) this.startDatabase(machine)
    if (!this.#options.hasQuorum) await this.patroni.nameStandby(60_000)
    await this.patroni.settled(180_000)
    await this.#createBank()
    for (const bank of this.banks) {
      bank.start('exec haproxy -db -f /etc/haproxy/haproxy.cfg')
      void this.runBank(bank)
    }
    this.#balancer.start('exec haproxy -db -f /etc/haproxy/haproxy.cfg')
  }

  /** Puts the files of the documents where the documents say, and the secrets beside them. */
  async #install(machine: Machine, authority: Authority): Promise<void> {
    for (const name of ['etc', 'work', 'postgresql', 'etcd', 'run/postgresql'])
      await mkdir(join(machine.folder, name), { recursive: true })
    const put = async (path: string, text: string, mode = 0o644) => {
      const target = join(machine.folder, 'etc', path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text, { mode })
      return target
    }
    const document = (name: string) => readFile(join(DOCUMENTS, name), 'utf8')
    const { certificate, key } = await authority.issue(machine.address)
    const ca = await readFile(authority.caFile, 'utf8')
    if (machine === this.#balancer) {
      await put('haproxy/haproxy.cfg', await document('haproxy-bank.cfg'))
      await put('haproxy/bank.pem', certificate + key)
    } else if (this.banks.includes(machine)) {
      await put('haproxy/haproxy.cfg', await document('haproxy-database.cfg'))
      await put('openteller.env', await document('openteller.env'))
      await put('openteller/ca.pem', ca)
      await put('openteller/app-secret', APP_SECRET)
      await put('openteller/metrics-token', METRICS_TOKEN)
      const tls = 'sslmode=verify-ca&sslrootcert=/etc/openteller/ca.pem'
      await put('openteller/database-url', `postgres://openteller:${PASSWORDS.server}@127.0.0.1/openteller?${tls}`)
    } else {
      const environment = await document(`${machine.name}.env`)
      await put('default/etcd', environment)
      await put('patroni_env.conf', environment + (await inventSecrets()))
      await put('patroni/config.yml', await document('patroni.yml'))
      await put('patroni/ca.crt', ca)
      await put('patroni/server.crt', certificate)
      const postgres = await idOf('postgres')
      await chown(await put('patroni/server.key', key, 0o600), ...postgres)
      await chown(join(machine.folder, 'postgresql'), ...postgres)
      await chown(join(machine.folder, 'run/postgresql'), ...postgres)
      await chown(join(machine.folder, 'etcd'), ...(await idOf('etcd')))
    }
  }

  /** As the units of Debian's packages do. */
  startDatabase(machine: Machine): void {
    machine.start('set -a; . /etc/default/etcd; exec etcd', { user: 'etcd' })
    const patroni = `set -a; . /etc/patroni_env.conf; exec ${this.#options.patroni} /etc/patroni/config.yml`
    machine.start(patroni, { user: 'postgres', env: { HOME: '/var/lib/postgresql', LANG: 'C.UTF-8' } })
  }

  /** Restarts it when it exits, as the unit does. */
  async runBank(machine: Machine): Promise<void> {
    const node = [process.execPath, ...NODE_FLAGS].join(' ')
    while (!this.#stopping) {
      const child = machine.start(`set -a; . /etc/openteller.env; . /etc/overrides.env; exec ${node} ${MAIN}`)
      await new Promise((resolve) => child.once('exit', resolve))
      await sleep(1_000)
    }
  }

  /** SIGTERM, as `systemctl restart`; resolves when the new process is ready. */
  async restartBank(machine: Machine): Promise<void> {
    await machine.signal(/^\S+node .*server\/src\/main\.ts/, 'SIGTERM')
    const ready = async () =>
      (await fetch(`http://${machine.address}:3000/api/readyz`).catch(() => null))?.status === 200
    while (await ready()) await sleep(50)
    while (!(await ready())) await sleep(50)
  }

  async #createBank(): Promise<void> {
    const leader = await this.leader()
    const psql = `psql -h /run/postgresql -v ON_ERROR_STOP=1 -v owner_password=${PASSWORDS.owner} -v server_password=${PASSWORDS.server}`
    await leader.execute(`${psql} -f ${join(ROOT, 'docs/roles.sql')}`, { user: 'postgres' })
    await this.program(MIGRATE, { APP_SECRET, MIGRATION_DATABASE_URL: this.#url(leader, 'owner') })
    const overrides = Object.entries(OVERRIDES).map(([name, value]) => `${name}=${value}\n`)
    for (const bank of this.banks) await writeFile(join(bank.folder, 'etc/overrides.env'), overrides.join(''))
  }

  /** Runs a program of the bank with these variables and returns its output. */
  async program(path: string, env: Record<string, string>): Promise<string> {
    const { stdout } = await run(process.execPath, [path], { env: { PATH: process.env.PATH, ENV_FILE: 'off', ...env } })
    return stdout
  }

  async verify(): Promise<string> {
    return this.program(VERIFY, { DATABASE_URL: this.#url(await this.leader(), 'server') })
  }

  async leader(): Promise<Machine> {
    const { leader } = await this.patroni.state()
    const machine = this.databases.find(({ name }) => name === leader?.name)
    if (!machine) throw new Error('The cluster has no leader')
    return machine
  }

  machineOf({ name }: Member): Machine {
    const machine = this.databases.find((one) => one.name === name)
    if (!machine) throw new Error(`${name} is no machine of the cluster`)
    return machine
  }

  /** Directly to the present leader. */
  async openSql(role?: 'application'): Promise<Sql> {
    const url = this.#url(await this.leader(), role ? 'server' : 'owner')
    return openPool({ url }, { max: 2, ...(role ? { role: APPLICATION_ROLE } : {}) })
  }

  #url({ address }: Machine, user: 'owner' | 'server'): string {
    const name = user === 'owner' ? 'openteller_owner' : 'openteller'
    const tls = `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(this.folder, 'ca.crt'))}`
    return `postgres://${name}:${PASSWORDS[user]}@${address}/openteller?${tls}`
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const machine of this.#all) await machine.close()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }

  /** Copies the logs of all machines to a folder that stays. */
  async saveLogs(): Promise<string> {
    const kept = await mkdtemp(join(tmpdir(), 'openteller-cluster-logs-'))
    for (const { name, folder } of this.#all) await cp(join(folder, 'log'), join(kept, `${name}.log`)).catch(() => {})
    return kept
  }
}

let secrets: string | null = null

/** The variables of secrets.env.example, each empty one with a random password. */
async function inventSecrets(): Promise<string> {
  secrets ??= (await readFile(join(DOCUMENTS, 'secrets.env.example'), 'utf8')).replace(
    /=$/gm,
    () => `=${randomBytes(12).toString('hex')}`,
  )
  return secrets
}

async function idOf(user: string): Promise<[number, number]> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, user])).stdout))
  return [Number(uid), Number(gid)]
}
