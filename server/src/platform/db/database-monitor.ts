import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './connection.ts'
import { DatabaseClock, describeSkew } from './database-clock.ts'

/** A result this old is good enough for a health check. */
const TRUSTED_MS = 250
/** A load balancer gets its answer within two seconds. */
const CHECK_TIMEOUT_MS = 1_800
/** An idle bank should leave the disk alone most of the time. */
const INTERVAL_MS = 5_000
/**
 * A write that takes this long means that the database hangs: a proxy without a server behind it, a lost synchronous standby.
 * Longer than a disk stalls under load, and shorter than clients and load balancers wait.
 */
const SUSPEND_AFTER_MS = 10_000

/**
 * A megabyte of a temporary file, beside the tables. The row of the probe is updated in place, in files that are there
 * already: that works on a full disk too, where no table can grow.
 */
const WRITE_TEMPORARY_FILE = `
  set local work_mem = '64kB';
  with filler as materialized (select repeat('x', 1000) as line from generate_series(1, 1000))
  select sum(length(line)) from filler`

type Log = Record<'info' | 'warn', (fields: object, message: string) => void>
type MonitorOptions = { clock?: DatabaseClock; suspendAfterMs?: number; intervalMs?: number }

/**
 * Shows whether the database accepts writes, with one small write on a connection of its own, which returns its time as well.
 * While it hangs, the other pools refuse statements at once: requests get 503, instead of waiting for a connection that never
 * answers.
 */
export class DatabaseMonitor {
  readonly clock: DatabaseClock
  readonly #serverId = randomUUID()
  readonly #sql: Sql
  readonly #pools: readonly Sql[]
  readonly #options: MonitorOptions
  #probing: Promise<void> | null = null
  #probingSince = 0
  #writtenAt = Number.NEGATIVE_INFINITY
  #isSuspended = false
  #wasRight = true
  #log: Log | undefined

  constructor(sql: Sql, pools: readonly Sql[] = [], options: MonitorOptions = {}) {
    this.#sql = sql
    this.#pools = pools
    this.#options = options
    this.clock = options.clock ?? new DatabaseClock()
  }

  /** Resolves when the database has accepted a write just now, and fails within two seconds. */
  async requireWritable(): Promise<void> {
    // In both directions: a tool such as faketime moves this clock too, and back.
    if (Math.abs(performance.now() - this.#writtenAt) < TRUSTED_MS) return
    const late = sleep(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw Object.assign(new Error('The database has not accepted a write in time.'), { code: 'CONNECTION_STUCK' })
    })
    late.catch(() => {})
    await Promise.race([this.#probe(), late])
  }

  /** Seconds since the database accepted the last write. */
  get secondsSinceWrite(): number {
    return (performance.now() - this.#writtenAt) / 1000
  }

  /** Probes until the signal aborts. */
  async run(signal: AbortSignal, log: Log): Promise<void> {
    this.#log = log
    const { suspendAfterMs = SUSPEND_AFTER_MS, intervalMs = INTERVAL_MS } = this.#options
    while (!signal.aborted) {
      const probe = this.#probe().catch(() => {})
      await Promise.race([probe, sleep(intervalMs, undefined, { ref: false })])
      if (this.#probing && performance.now() - this.#probingSince > suspendAfterMs) this.#suspend()
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Deletes the rows of servers that are gone for good. */
  async forgetOthers(): Promise<void> {
    await this.#sql`delete from write_probes where written_at < now() - interval '1 day'`
  }

  #probe(): Promise<void> {
    if (this.#probing) return this.#probing
    this.#probingSince = performance.now()
    const probing = this.#write().finally(() => {
      if (this.#probing === probing) this.#probing = null
    })
    this.#probing = probing
    return probing
  }

  async #write(): Promise<void> {
    await this.#sql.unsafe(WRITE_TEMPORARY_FILE)
    await this.clock.measure(async () => {
      const [written] = await this.#sql<{ time: Date }[]>`
        insert into write_probes (server_id, written_at) values (${this.#serverId}, now())
        on conflict (server_id) do update set written_at = excluded.written_at returning clock_timestamp() as time`
      if (!written) throw new Error('The probe was not written')
      return written.time
    })
    this.#writtenAt = performance.now()
    this.#logClock()
    if (!this.#isSuspended) return
    this.#isSuspended = false
    for (const pool of this.#pools) pool.resume()
    this.#log?.info({}, 'database answers again')
  }

  #logClock(): void {
    const { isRight, skewMs } = this.clock
    if (isRight === this.#wasRight) return
    this.#wasRight = isRight
    if (isRight) this.#log?.info({}, 'clock is right again: jobs run')
    else this.#log?.warn({}, `clock is ${describeSkew(skewMs)} the database's: not ready, and jobs stop`)
  }

  #suspend(): void {
    if (!this.#isSuspended) this.#log?.warn({}, 'database does not answer: requests are refused')
    this.#isSuspended = true
    for (const pool of this.#pools) pool.suspend()
    // Its connection is as dead as the others: the next probe makes a new one.
    this.#sql.suspend()
    this.#sql.resume()
    this.#probing = null
  }
}
