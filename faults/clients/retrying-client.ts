import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '#server/demo/seeded-random.ts'
import type { History, Intent, Operation, OperationResult } from '../history.ts'
import { PASSWORD } from '../people.ts'
import { type Call, type Reply, send } from './http.ts'

const RETRY_DELAYS_MS = [20, 60, 150, 300, 500]
/** Longer than any fault lasts: whoever has no answer by then never gets one. */
const GIVE_UP_AFTER_MS = 240_000

/** What all clients share. `running` false: what is under way is brought to its end, nothing new is begun. */
export type ClientContext = { ports: readonly number[]; history: History; running: boolean; thinkMs: number }

type OperationRequest = Omit<Call, 'key' | 'token'> & { keyed?: boolean }

export class NoResponseError extends Error {}

/** One person at one device: asks, and asks again until there is a definite answer. */
export class RetryingClient {
  readonly name: string
  readonly email: string
  readonly dice: Dice
  readonly context: ClientContext
  #token = ''
  #signingIn: Promise<void> | null = null

  constructor(name: string, email: string, dice: Dice, stage: ClientContext) {
    this.name = name
    this.email = email
    this.dice = dice
    this.context = stage
  }

  /** Writes down what is about to be done, does it, and does not return before it is known what became of it. */
  async perform(intent: Intent, ask: (operation: Operation) => OperationRequest): Promise<Operation> {
    const { history } = this.context
    const operation = history.begin(this.name, intent)
    const asking = ask(operation)
    // Now and then both servers get it at the same time: one effect, and the same answer twice.
    const twice = asking.keyed && this.dice.chance(0.06)
    const from = this.dice.between(0, this.context.ports.length - 1)
    const answers = await Promise.all(
      (twice ? [from, from + 1] : [from]).map((start) => this.#untilDefinite(operation, asking, start)),
    )
    history.end(operation, answers.map(toResult))
    return operation
  }

  /** Without a history: looking something up. The answer is certain to be a success. */
  async read<Body>(path: string): Promise<{ body: Body; begunAt: number }> {
    const operation = this.context.history.begin(this.name, { kind: 'read', personId: '', cents: 0 })
    const reply = await this.#untilDefinite(operation, { method: 'GET', path }, this.dice.between(0, 1))
    this.context.history.end(operation, [toResult(reply)])
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status} ${reply.body.code}`)
    return { body: reply.body as Body, begunAt: operation.lastSentAt }
  }

  /** For what has no key and needs none: to do it again changes nothing. */
  async repeatUntilAccepted(call: Call, accepted: readonly number[]): Promise<void> {
    for (let tries = 0; tries < 400; tries += 1) {
      if (tries > 0) await sleep(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1])
      if (!this.#token && call.path !== '/auths/register') await this.#signIn()
      const port = this.context.ports[this.dice.between(0, 1)] ?? 0
      const reply = await send(port, { ...call, token: this.#token }).catch(() => null)
      this.#count(reply, call)
      if (reply && accepted.includes(reply.status)) return
      if (reply?.status === 401) this.#token = ''
    }
    this.#giveUp(`${call.path} of ${this.email}`)
  }

  async think(): Promise<void> {
    await sleep(this.dice.between(0, 2 * this.context.thinkMs))
  }

  async #untilDefinite(operation: Operation, asking: OperationRequest, start: number): Promise<Reply> {
    const { ports } = this.context
    const { keyed, ...call } = asking
    const hopelessAt = Date.now() + GIVE_UP_AFTER_MS
    for (let tries = 0; Date.now() < hopelessAt; tries += 1) {
      if (tries > 0) await sleep(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1])
      if (!this.#token) await this.#signIn()
      operation.attempts += 1
      operation.lastSentAt = Date.now()
      const port = ports[(start + tries) % ports.length] ?? 0
      const token = this.#token
      const reply = await send(port, { ...call, token, ...(keyed ? { key: operation.id } : {}) }).catch(() => null)
      this.#count(reply, call)
      if (reply?.status === 401 && this.#token === token) this.#token = ''
      if (reply && reply.status < 500 && ![401, 408, 429].includes(reply.status)) return reply
    }
    this.#giveUp(`${operation.id} ${operation.kind} of ${this.name}: no definite answer`)
  }

  #giveUp(what: string): never {
    this.context.history.report('no response', what)
    throw new NoResponseError(what)
  }

  #count(reply: Reply | null, { method, path }: Pick<Call, 'method' | 'path'>): void {
    const { history } = this.context
    const { attempts } = history
    if (!reply) attempts.broken += 1
    else if (reply.status === 503) attempts.unavailable += 1
    else if (reply.status >= 400) attempts.refused += 1
    else attempts.answered += 1
    if (reply && reply.status >= 500 && reply.status !== 503)
      history.report('internal errors', `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  }

  /** A clock that jumps ends sessions, rightly. Two who find out at once sign in once. */
  async #signIn(): Promise<void> {
    this.#signingIn ??= this.#login().finally(() => {
      this.#signingIn = null
    })
    await this.#signingIn
  }

  async #login(): Promise<void> {
    const { ports } = this.context
    for (let tries = 0; tries < 400; tries += 1) {
      if (tries > 0) await sleep(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1])
      const port = ports[this.dice.between(0, ports.length - 1)] ?? 0
      const body = { email: this.email, password: PASSWORD }
      const reply = await send(port, { method: 'POST', path: '/auths/login', body }).catch(() => null)
      if (reply?.status === 200) {
        this.#token = String(reply.body.token)
        return
      }
      if (reply && reply.status === 401) throw new Error(`${this.email} can't sign in`)
    }
    this.#giveUp(`${this.email} can't sign in`)
  }
}

function toResult({ status, body, replayed }: Reply): OperationResult {
  const ok = status < 300
  const state = typeof body.status === 'string' ? body.status : null
  return {
    code: ok ? 'ok' : (body.code ?? String(status)),
    transactionId: body._id ?? idOfUpload(body.imageUrl),
    state,
    replayed,
  }
}

const idOfUpload = (url: unknown) => (typeof url === 'string' ? (url.split('/').at(-1) ?? null) : null)
