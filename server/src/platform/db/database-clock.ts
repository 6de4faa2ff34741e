import { describeDuration } from '../runtime/describe-duration.ts'
import { StartError } from '../runtime/start-error.ts'
import type { Reader } from './connection.ts'

/** Further apart, one of the two clocks is wrong. */
export const MAX_SKEW_MS = 60_000

type Clocks = {
  /** The machine's clock, which an operator or a time service may set. */
  machine?: () => Date
  /** A clock that no one can set. */
  monotonicMs?: () => number
}

/**
 * The database's time on a server, for all that a server stamps and compares with time stamps. Measured with every probe of the
 * monitor and counted on by the monotonic clock in between, so that setting the machine's clock does not move it.
 */
export class DatabaseClock {
  readonly #machine: () => Date
  readonly #monotonicMs: () => number
  /** The database's time minus the monotonic clock. */
  #offsetMs: number

  constructor({ machine = () => new Date(), monotonicMs = () => performance.now() }: Clocks = {}) {
    this.#machine = machine
    this.#monotonicMs = monotonicMs
    this.#offsetMs = machine().getTime() - monotonicMs()
  }

  readonly now = (): Date => new Date(this.#monotonicMs() + this.#offsetMs)

  /** How far the machine's clock is ahead of the database's. */
  get skewMs(): number {
    return this.#machine().getTime() - this.now().getTime()
  }

  get isRight(): boolean {
    return Math.abs(this.skewMs) <= MAX_SKEW_MS
  }

  /**
   * `read` asks the database for its time, which it reads between the request and the response. While the offset fits that, it
   * stays: a slow response does not make the time jump.
   */
  async measure(read: () => Promise<Date>): Promise<void> {
    const sentAtMs = this.#monotonicMs()
    const timeMs = (await read()).getTime()
    const [min, max] = [timeMs - this.#monotonicMs(), timeMs - sentAtMs]
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, min), max)
  }

  /** A server calls it before it does anything by its clock. */
  async requireRight(sql: Reader): Promise<void> {
    await this.measure(() => readClock(sql))
    if (this.isRight) return
    throw new StartError(
      `The clock of this machine is ${describeSkew(this.skewMs)} the database's (${this.now().toISOString()}): set both by a time service (NTP). More than a minute apart, no server starts.`,
    )
  }
}

async function readClock(sql: Reader): Promise<Date> {
  const [row] = await sql<{ time: Date }[]>`select clock_timestamp() as time`
  if (!row) throw new Error('The database returned no time')
  return row.time
}

/** '3 hours ahead of' or '100 days behind'. */
export const describeSkew = (skewMs: number): string =>
  `${describeDuration(skewMs)} ${skewMs > 0 ? 'ahead of' : 'behind'}`
