import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient, refusalCode } from '../http-client.ts'

type Customer = { email: string }
type Phase = { name: string; requests: number; failed: number; slowestMs: number; ms: number }
type LoadOptions = { address: () => string; customers: readonly Customer[]; password: string; pin: string }

const THINK_MS = 40

/** Transfers and reads of some customers, counted by phase. */
export class Load {
  readonly phases: Phase[] = []
  readonly problems: string[] = []
  readonly #options: LoadOptions
  readonly #http: HttpClient
  #running = true
  #startedAt = 0
  #clients: Promise<void>[] = []

  constructor(options: LoadOptions) {
    this.#options = options
    this.#http = new HttpClient({ address: options.address, timeoutMs: 20_000 })
  }

  async start(): Promise<void> {
    const tokens: string[] = []
    for (const { email } of this.#options.customers) {
      const response = await this.#http.call(null, 'POST', '/auths/login', { email, password: this.#options.password })
      const { token } = response.json() as { token?: string }
      if (!token) throw new Error(`${email} can't sign in: ${response.text}`)
      tokens.push(token)
    }
    this.phase('before')
    this.#clients = tokens.map((token) => this.#run(token))
  }

  /** Ends the phase before. */
  phase(name: string): void {
    const last = this.phases.at(-1)
    if (last) last.ms = Date.now() - this.#startedAt
    this.#startedAt = Date.now()
    this.phases.push({ name, requests: 0, failed: 0, slowestMs: 0, ms: 0 })
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#clients)
    this.phase('end')
    this.phases.pop()
    this.#http.close()
  }

  async #run(token: string): Promise<void> {
    while (this.#running) {
      const payment = {
        accountName: 'Payee',
        accountNumber: `X${randomUUID().slice(0, 8)}`,
        bankName: 'Bank',
        amount: 0.01,
      }
      const body = { ...payment, pin: this.#options.pin }
      await this.#send(token, 'POST', '/transfer', body, { 'idempotency-key': randomUUID() })
      await this.#send(token, 'GET', '/users')
      await this.#send(token, 'GET', '/transactions?limit=20')
      await sleep(THINK_MS)
    }
  }

  async #send(...[token, method, path, ...rest]: Parameters<HttpClient['call']>): Promise<void> {
    const phase = this.phases.at(-1)
    const startedAt = Date.now()
    const response = await this.#http.call(token, method, path, ...rest).catch((error: Error) => error)
    if (!phase) return
    phase.requests += 1
    phase.slowestMs = Math.max(phase.slowestMs, Date.now() - startedAt)
    if (!(response instanceof Error) && response.status < 400) return
    phase.failed += 1
    const answer = response instanceof Error ? response.message : `${response.status} ${refusalCode(response)}`
    this.problems.push(`${phase.name}: ${method} ${path}: ${answer}`)
  }
}
