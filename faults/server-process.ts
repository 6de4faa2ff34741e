import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnBank, stopBank } from '../server/test/bank-process.ts'
import { isReady } from './is-ready.ts'
import type { Point, PointAction } from './probe.ts'
import { isStopped } from './processes.ts'
import type { Instruction } from './server-with-faults.ts'

/** A server without its database exits; the delay keeps one that can't start from using up the processor. */
const RESTART_DELAY_MS = 50

type ServerOptions = {
  name: string
  port: number
  /** The module that starts the bank. */
  program: string
  env: Record<string, string>
  logFile: string
  /** Starts the server again whenever it exits, as a service manager would. */
  restarts: boolean
}

/** A period in which a server lived in another time. */
type TimeTravel = { offsetMs: number; from: number; to: number }

/** One bank in a process of its own, which can be killed, paused and given instructions. */
export class ServerProcess {
  readonly name: string
  readonly port: number
  readonly logFile: string
  readonly #options: ServerOptions
  #child: ChildProcess | null = null
  #log: FileHandle | null = null
  #env: Record<string, string> = {}
  #wanted = false
  #down: Promise<void> | null = null
  #clock = { offsetMs: 0, travelMs: 0 }
  #travelledAt = 0
  /** The last one may still last. */
  readonly timeTravels: TimeTravel[] = []

  constructor(options: ServerOptions) {
    this.#options = options
    this.name = options.name
    this.port = options.port
    this.logFile = options.logFile
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number | undefined {
    const child = this.#child
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined
  }

  /** `env` adds to the environment of the options until the server is stopped. */
  async start(env: Record<string, string> = {}): Promise<void> {
    this.#env = env
    this.#log ??= await open(this.logFile, 'a')
    this.#wanted = true
    this.#spawn()
  }

  #spawn(): void {
    const output = this.#log?.fd ?? 'ignore'
    const child = spawnBank({
      env: { ...this.#options.env, ...this.#env, HOST: '127.0.0.1', PORT: String(this.port) },
      program: this.#options.program,
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.#child = child
    // A moved clock stays moved when its server restarts.
    if (this.#clock.offsetMs !== 0 || this.#clock.travelMs !== 0) this.#instruct({ clock: this.#clock })
    child.on('error', () => {})
    child.once('exit', () => void this.#restart())
  }

  async #restart(): Promise<void> {
    if (!this.#options.restarts) return
    await sleep(RESTART_DELAY_MS)
    await this.#down
    if (this.#wanted) this.#spawn()
  }

  async waitUntilReady(withinMs: number): Promise<void> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(15)) {
      if (await isReady(this.port)) return
      if (!this.#options.restarts && this.pid === undefined) break
    }
    throw new Error(`${this.name} did not start; its log is ${this.logFile}`)
  }

  /** SIGKILL. Resolves when the process is dead; with `restarts` it starts again after `downMs`. */
  async kill(downMs = 0): Promise<void> {
    const child = this.#child
    if (!child || this.pid === undefined) return
    this.#down = downMs > 0 ? sleep(downMs) : null
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Kills or pauses the server at the next command that reaches the point. False: none did in time. */
  async signalAt(point: Point, action: PointAction, withinMs: number): Promise<boolean> {
    const child = this.#child
    if (!child || this.pid === undefined) return false
    this.#instruct({ arm: point, action })
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(5)) {
      if (action === 'kill' && (child.exitCode !== null || child.signalCode !== null)) return true
      if (action === 'pause' && child.pid !== undefined && (await isStopped(child.pid))) return true
    }
    this.#instruct({ arm: null, action })
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

  /** Sets the machine's clock wrong, which must change nothing but readiness and jobs. */
  setClock(offsetMs: number): void {
    this.#clock = { ...this.#clock, offsetMs }
    this.#instruct({ clock: this.#clock })
  }

  /** Days pass for this server: what is due then is due, and what expires has expired. */
  travel(travelMs: number): void {
    this.#clock = { ...this.#clock, travelMs }
    this.#travelledAt = Date.now()
    const last = this.timeTravels.at(-1)
    if (last) last.to = Math.min(last.to, this.#travelledAt)
    if (travelMs !== 0)
      this.timeTravels.push({ offsetMs: travelMs, from: this.#travelledAt, to: Number.POSITIVE_INFINITY })
    this.#instruct({ clock: this.#clock })
  }

  /** When it was last in another time; now, if it still is. */
  get travelledAt(): number {
    return this.#clock.travelMs === 0 ? this.#travelledAt : Date.now()
  }

  #instruct(instruction: Instruction): void {
    if (this.#child?.connected) this.#child.send(instruction, () => {})
  }

  /** Sends a message to the program and resolves with its reply. */
  async request<Reply>(message: string): Promise<Reply> {
    if (!this.#child?.connected) throw new Error(`${this.name} is not running`)
    const reply = once(this.#child, 'message')
    this.#child.send(message)
    const [value] = await reply
    return value as Reply
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#wanted = false
    this.resume()
    if (this.#child) await stopBank(this.#child, signal)
    await this.#log?.close()
    this.#log = null
    this.#clock = { offsetMs: 0, travelMs: 0 }
  }
}
