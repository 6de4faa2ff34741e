import { once } from 'node:events'
import type pg from 'pg'
import { isUnavailable, withCode } from './errors.ts'

export type PoolUse = { open: number; busy: number; waiting: number; max: number }

type Reject = (error: Error) => void

/** The connections of a pool: who has one, who waits for one. */
export class PoolClients {
  readonly #pool: pg.Pool
  readonly #hostCount: number
  readonly #clients = new Set<pg.PoolClient>()
  readonly #checkedOut = new Set<pg.PoolClient>()
  readonly #waiting = new Set<Reject>()
  #ended: Promise<void> | undefined
  #isSuspended = false

  constructor(pool: pg.Pool, hostCount: number) {
    this.#pool = pool
    this.#hostCount = hostCount
    pool.on('connect', (client) => {
      this.#clients.add(client)
      // A broken connection gives up its place at once. Its statements are rejected, now and for as long as it is held.
      client.on('error', () => this.release(client, true))
      client.on('end', () => this.#clients.delete(client))
    })
    // An idle connection broke. The pool has removed it.
    pool.on('error', () => {})
  }

  /** A failed attempt leaves the next one to the next host; each is tried once. */
  async checkOut(tries = this.#hostCount): Promise<pg.PoolClient> {
    try {
      return await this.#checkOutOnce()
    } catch (error) {
      if (tries <= 1 || !isUnavailable(error)) throw error
      return this.checkOut(tries - 1)
    }
  }

  #checkOutOnce(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      if (this.#isSuspended) return reject(notAnswering())
      this.#waiting.add(reject)
      this.#pool.connect((error, client) => {
        if (!this.#waiting.delete(reject)) return client?.release(true)
        if (client) this.#checkedOut.add(client)
        if (client) resolve(client)
        else reject(withCode(error ?? new Error('Connection terminated')))
      })
    })
  }

  release(client: pg.PoolClient, broken: boolean): void {
    if (this.#checkedOut.delete(client)) client.release(broken)
  }

  suspend(): void {
    this.#isSuspended = true
    this.#rejectWaiting(notAnswering())
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  resume(): void {
    this.#isSuspended = false
  }

  use(): PoolUse {
    const { totalCount, options } = this.#pool
    return { open: totalCount, busy: this.#checkedOut.size, waiting: this.#waiting.size, max: options.max }
  }

  /** Waits for running statements, but not longer than this; then their connections are closed. */
  end(timeoutMs: number): Promise<void> {
    this.#ended ??= this.#end(timeoutMs)
    return this.#ended
  }

  async #end(timeoutMs: number): Promise<void> {
    this.#rejectWaiting(withCode(new Error('Cannot use a pool after calling end on the pool')))
    const late = Promise.withResolvers<void>()
    const deadline = setTimeout(late.resolve, timeoutMs)
    const closed = this.#pool.end().then(() => Promise.all([...this.#clients].map((client) => once(client, 'end'))))
    await Promise.race([closed, late.promise])
    clearTimeout(deadline)
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  #rejectWaiting(error: Error): void {
    for (const reject of this.#waiting) reject(error)
    this.#waiting.clear()
  }
}

const notAnswering = () => Object.assign(new Error('The database does not answer.'), { code: 'CONNECTION_SUSPENDED' })
