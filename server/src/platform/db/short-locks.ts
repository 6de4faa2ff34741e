import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../runtime/start-error.ts'
import type { Sql } from './connection.ts'
import { isRetryable, LOCK_NOT_AVAILABLE, sqlState } from './errors.ts'

const PROGRESS_EVERY_MS = 5_000

export type LockWaits = { timeoutMs: number; firstPauseMs: number; maxPauseMs: number; giveUpAfterMs: number }

/** Requests queue behind a migration that waits for a lock: a second is the most that they should notice. */
const USUAL_WAITS: LockWaits = { timeoutMs: 1_000, firstPauseMs: 500, maxPauseMs: 10_000, giveUpAfterMs: 600_000 }

type Options = { name: string; onProgress?: ((line: string) => void) | undefined; locks?: LockWaits | undefined }

/**
 * Runs `work` with a short lock timeout, and again after a pause while another transaction holds a lock that it needs. On a pool with one
 * connection.
 */
export async function withShortLocks<T>(
  sql: Sql,
  { name, onProgress, locks = USUAL_WAITS }: Options,
  work: () => PromiseLike<T>,
): Promise<T> {
  const giveUpAt = Date.now() + locks.giveUpAfterMs
  await sql.unsafe(`set lock_timeout = ${locks.timeoutMs}`)
  try {
    for (let pauseMs = locks.firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, locks.maxPauseMs)) {
      try {
        return await work()
      } catch (error) {
        // A foreign key locks two tables, which requests may lock in the other order: a deadlock.
        if (sqlState(error) !== LOCK_NOT_AVAILABLE && !isRetryable(error)) throw error
        if (Date.now() + pauseMs > giveUpAt)
          throw new StartError(
            `Migration ${name} needs a lock that other transactions hold: end long transactions (pg_stat_activity) and try again.`,
            { cause: error },
          )
        onProgress?.(`Migration ${name} waits for a lock and tries again.`)
        await sleep(pauseMs)
      }
    }
  } finally {
    await sql`set lock_timeout = 0`
  }
}

/** Says every few seconds how many rows a back-fill has changed. */
export class BatchProgress {
  readonly #name: string
  readonly #onProgress: ((line: string) => void) | undefined
  #rows = 0
  #saidAt = Date.now()

  constructor(name: string, onProgress: ((line: string) => void) | undefined) {
    this.#name = name
    this.#onProgress = onProgress
  }

  add(rows: number): void {
    this.#rows += rows
    const isOver = rows === 0 && this.#rows > 0
    if (!isOver && Date.now() - this.#saidAt < PROGRESS_EVERY_MS) return
    this.#saidAt = Date.now()
    this.#onProgress?.(`Migration ${this.#name}: ${this.#rows.toLocaleString('en')} rows changed.`)
  }
}
