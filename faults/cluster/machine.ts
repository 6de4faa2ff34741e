import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

type MachineOptions = {
  name: string
  address: string
  /** Holds `etc`, which lies over the system's /etc, and what replaces /var/lib and /run. */
  folder: string
}
type ProgramOptions = { user?: string; env?: Record<string, string> }

/**
 * Over the system's folders: the programs find their files where the documents put them. The shell stays, as the first process:
 * it reaps orphans, such as a PostgreSQL that has stopped.
 */
const MOUNTS = `
  mount -t overlay overlay -o "lowerdir=/etc,upperdir=$FOLDER/etc,workdir=$FOLDER/work" /etc
  mount --bind "$FOLDER/postgresql" /var/lib/postgresql
  mount --bind "$FOLDER/etcd" /var/lib/etcd
  mount --bind "$FOLDER/run" /run
  ip link set lo up
  touch /run/up
  while :; do sleep 3600 & wait; done`

/**
 * A machine of the cluster: network, process table and files of its own (Linux namespaces), on the kernel and the disk of this
 * one. Killing it is as abrupt as a power failure, except that the kernel keeps what was written without fsync.
 */
export class Machine {
  readonly name: string
  readonly address: string
  readonly folder: string
  #namespace: ChildProcess | null = null
  #pid = 0
  readonly #programs = new Set<ChildProcess>()
  #log: FileHandle | null = null

  constructor({ name, address, folder }: MachineOptions) {
    this.name = name
    this.address = address
    this.folder = folder
  }

  async boot(): Promise<void> {
    await rm(join(this.folder, 'run/up'), { force: true })
    this.#log ??= await open(join(this.folder, 'log'), 'a')
    const flags = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    this.#namespace = spawn('unshare', [...flags, 'sh', '-ec', MOUNTS], {
      env: { ...process.env, FOLDER: this.folder },
      stdio: ['ignore', this.#log.fd, this.#log.fd],
    })
    this.#pid = await firstChild(this.#namespace, join(this.folder, 'run/up'))
    const [outside, inside] = [`to-${this.name}`, `in-${this.name}`]
    await run('ip', ['link', 'add', outside, 'type', 'veth', 'peer', 'name', inside])
    await run('ip', ['link', 'set', inside, 'netns', String(this.#pid)])
    await run('ip', ['link', 'set', outside, 'master', 'switch', 'up'])
    await this.#inside(['ip', 'link', 'set', inside, 'name', 'eth0'])
    await this.#inside(['ip', 'address', 'add', `${this.address}/24`, 'dev', 'eth0'])
    await this.#inside(['ip', 'link', 'set', 'eth0', 'up'])
  }

  /** Starts a program that runs until the machine is killed. A shell reads the environment files, as systemd would. */
  start(program: string, { user = 'root', env = {} }: ProgramOptions = {}): ChildProcess {
    const child = spawn('nsenter', this.#enter(['setpriv', ...asUser(user), 'sh', '-c', program]), {
      env: { ...process.env, ...env },
      stdio: ['ignore', this.#log?.fd ?? 'ignore', this.#log?.fd ?? 'ignore'],
    })
    child.on('error', () => {})
    this.#programs.add(child)
    child.once('exit', () => this.#programs.delete(child))
    return child
  }

  /** Runs a program to its end and returns its output. */
  async execute(program: string, { user = 'root', env = {} }: ProgramOptions = {}): Promise<string> {
    const args = this.#enter(['setpriv', ...asUser(user), 'sh', '-ec', program])
    const { stdout } = await run('nsenter', args, { env: { ...process.env, ...env }, maxBuffer: 10_000_000 })
    return stdout
  }

  get running(): boolean {
    return this.#pid !== 0
  }

  /** All its processes at once. */
  async kill(): Promise<void> {
    const namespace = this.#namespace
    if (!namespace || !this.running) return
    process.kill(this.#pid, 'SIGKILL')
    this.#pid = 0
    if (namespace.exitCode === null && namespace.signalCode === null) await once(namespace, 'exit')
    await run('ip', ['link', 'delete', `to-${this.name}`]).catch(() => {})
  }

  async pause(forMs: number): Promise<void> {
    const pids = await this.#processes()
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await sleep(forMs)
    for (const pid of pids) signal(pid, 'SIGCONT')
    // nsenter stops itself together with its program.
    for (const program of this.#programs) program.kill('SIGCONT')
  }

  /** Pulls the network cable: packets vanish, connections stay open. */
  async cut(forMs: number): Promise<void> {
    await run('ip', ['link', 'set', `to-${this.name}`, 'down'])
    await sleep(forMs)
    await run('ip', ['link', 'set', `to-${this.name}`, 'up'])
  }

  /** Sends a signal to the processes whose command line matches, for example to PostgreSQL but not to its Patroni. */
  async signal(command: RegExp, name: NodeJS.Signals): Promise<void> {
    for (const pid of await this.#processes()) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (command.test(line.replaceAll('\0', ' '))) signal(pid, name)
    }
  }

  async close(): Promise<void> {
    await this.kill()
    await this.#log?.close()
  }

  #enter(command: string[]): string[] {
    return ['--target', String(this.#pid), '--net', '--mount', '--pid', '--', ...command]
  }

  #inside(command: string[]) {
    return run('nsenter', this.#enter(command))
  }

  async #processes(): Promise<number[]> {
    const namespace = await readlink(`/proc/${this.#pid}/ns/pid`)
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const inside = await Promise.all(
      pids.map(async (pid) => (await readlink(`/proc/${pid}/ns/pid`).catch(() => '')) === namespace),
    )
    return pids.filter((_, index) => inside[index]).map(Number)
  }
}

const asUser = (user: string) => [`--reuid=${user}`, `--regid=${user}`, '--init-groups']

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited meanwhile.
  }
}

/** The first process of the namespace, once its folders are mounted. */
async function firstChild({ pid }: ChildProcess, upFile: string): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    const child = Number(children.trim().split(' ')[0])
    if (child && existsSync(upFile)) return child
    await sleep(20)
  }
  throw new Error('A namespace could not be made: the cluster needs root on Linux.')
}
