import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawnBank, stopBank } from '../server/test/bank-process.ts'
import type { Point, PointAction } from './probe.ts'
import { isStopped } from './processes.ts'
import type { Instruction } from './server-with-faults.ts'

const PROGRAM = fileURLToPath(new URL('./server-with-faults.ts', import.meta.url))
/** A server whose database is away ends; one that can't start at all must not take the machine along. */
const RESTART_DELAY_MS = 50

type ServerOptions = { name: string; port: number; env: Record<string, string>; logFile: string }

/** One real server, started again whenever it ends, as a service manager would. */
export class ServerProcess {
  readonly name: string
  readonly port: number
  readonly #setting: ServerOptions
  #child: ChildProcess | null = null
  #log: FileHandle | null = null
  #more: Record<string, string> = {}
  #wanted = false
  #held: Promise<void> | null = null
  #clockMs = 0
  deaths = 0

  constructor(setting: ServerOptions) {
    this.#setting = setting
    this.name = setting.name
    this.port = setting.port
  }

  get pid(): number | undefined {
    const child = this.#child
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined
  }

  async start(more: Record<string, string>): Promise<void> {
    this.#more = more
    this.#log = await open(this.#setting.logFile, 'a')
    this.#wanted = true
    this.#spawn()
  }

  #spawn(): void {
    const output = this.#log?.fd ?? 'ignore'
    const child = spawnBank({
      env: { ...this.#setting.env, ...this.#more, PORT: String(this.port) },
      program: PROGRAM,
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.#child = child
    // A clock that was moved stays moved when its server is started again.
    if (this.#clockMs !== 0) child.send({ clockOffsetMs: this.#clockMs } satisfies Instruction)
    child.on('error', () => {})
    child.once('exit', () => {
      this.deaths += 1
      void this.#again()
    })
  }

  async #again(): Promise<void> {
    await sleep(RESTART_DELAY_MS)
    await this.#held
    if (this.#wanted) this.#spawn()
  }

  /** Resolves with its death; it is started again at once, or after `awayMs`. */
  async kill(awayMs = 0): Promise<void> {
    const child = this.#child
    if (!child || this.pid === undefined) return
    this.#held = awayMs > 0 ? sleep(awayMs) : null
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Dies or stops by its own hand at the next money request that comes by this point. False: none came in time. */
  async signalAt(point: Point, action: PointAction, withinMs: number): Promise<boolean> {
    const child = this.#child
    if (!child || this.pid === undefined) return false
    child.send({ arm: point, action } satisfies Instruction, () => {})
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(5)) {
      if (action === 'kill' && (child.exitCode !== null || child.signalCode !== null)) return true
      if (action === 'pause' && child.pid !== undefined && (await isStopped(child.pid))) return true
    }
    if (child.connected) child.send({ arm: null, action } satisfies Instruction, () => {})
    return false
  }

  async pause(forMs: number): Promise<void> {
    const { pid } = this
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await sleep(forMs)
    this.resume()
  }

  resume(): void {
    if (this.pid !== undefined) process.kill(this.pid, 'SIGCONT')
  }

  setClock(offsetMs: number): void {
    this.#clockMs = offsetMs
    if (this.#child?.connected) this.#child.send({ clockOffsetMs: offsetMs } satisfies Instruction, () => {})
  }

  async stop(): Promise<void> {
    this.#wanted = false
    const child = this.#child
    this.resume()
    if (child) await stopBank(child, 'SIGKILL')
    await this.#log?.close()
    this.#log = null
    this.#clockMs = 0
  }
}
