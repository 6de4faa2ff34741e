import { isUnavailable } from './errors.ts'

const MAX_BATCH = 256
/** Queue length that starts another lane while one is committing. 1 to 128 were measured, see decision 050. */
const LANE_THRESHOLD = 32
/** A lane that takes longer counts as blocked by a lock. On a slow disk this starts an extra lane, which is harmless. */
const BLOCKED_AFTER_MS = 25

export type LaneOptions = { lanes?: number; maxBatch?: number }

/** What a batcher does now, and has done since the start. */
export type BatcherUse = {
  queued: number
  busyLanes: number
  batches: number
  commands: number
  failures: number
  seconds: number
}

type QueueEntry<Command, Outcome> = {
  command: Command
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}
type Commit<Command, Outcome> = (commands: readonly Command[]) => Promise<Outcome[]>

/**
 * Group commit: commands queue while a lane commits, and a free lane takes the whole queue. A lone command is committed at
 * once; under load the commands share the cost of a commit. Another lane starts when the queue reaches the threshold, or
 * when all busy lanes are blocked: a lock held by another transaction must not stop unrelated commands.
 */
export class Batcher<Command, Outcome> {
  readonly #queue: QueueEntry<Command, Outcome>[] = []
  readonly #commit: Commit<Command, Outcome>
  readonly #lanes: number
  readonly #maxBatch: number
  readonly #laneThreshold: number
  readonly #blockedAfterMs: number
  #busyLanes = 0
  /** How many of the busy lanes are blocked. */
  #blockedLanes = 0
  readonly #done = { batches: 0, commands: 0, failures: 0, seconds: 0 }

  constructor(
    commit: Commit<Command, Outcome>,
    {
      lanes = 3,
      maxBatch = MAX_BATCH,
      blockedAfterMs = BLOCKED_AFTER_MS,
    }: LaneOptions & { blockedAfterMs?: number } = {},
  ) {
    this.#commit = commit
    this.#lanes = lanes
    this.#maxBatch = maxBatch
    this.#laneThreshold = Math.min(LANE_THRESHOLD, maxBatch)
    this.#blockedAfterMs = blockedAfterMs
  }

  use(): BatcherUse {
    return { queued: this.#queue.length, busyLanes: this.#busyLanes, ...this.#done }
  }

  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject })
      // Commands that arrive in the same turn of the event loop share a batch.
      if (this.#busyLanes < this.#lanes && this.#queue.length === this.#startLength) setImmediate(() => this.#flush())
    })
  }

  /** The queue length at which another lane starts. */
  get #startLength(): number {
    return this.#busyLanes === this.#blockedLanes ? 1 : this.#laneThreshold
  }

  #flush() {
    while (this.#busyLanes < this.#lanes && this.#queue.length >= this.#startLength) {
      const batch = this.#queue.splice(0, this.#maxBatch)
      this.#busyLanes++
      let blocked = false
      const timer = setTimeout(() => {
        blocked = true
        this.#blockedLanes++
        this.#flush()
      }, this.#blockedAfterMs)
      void this.#run(batch).finally(() => {
        clearTimeout(timer)
        if (blocked) this.#blockedLanes--
        this.#busyLanes--
        this.#flush()
      })
    }
  }

  async #run(batch: QueueEntry<Command, Outcome>[]): Promise<void> {
    const began = performance.now()
    this.#done.batches++
    this.#done.commands += batch.length
    try {
      const outcomes = await this.#commit(batch.map(({ command }) => command))
      this.#done.seconds += (performance.now() - began) / 1000
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) reject(new Error('A command was committed without an outcome'))
        else resolve(outcome)
      })
    } catch (error) {
      this.#done.failures++
      await this.#afterFailure(batch, error)
    }
  }

  /**
   * The batch was rolled back as a whole. A bug in one command must not fail the others, so each command is retried in a
   * batch of its own. When the database is unavailable the outcome is unknown: there is no retry, and callers get the error.
   */
  async #afterFailure(batch: QueueEntry<Command, Outcome>[], error: unknown): Promise<void> {
    if (batch.length === 1 || isUnavailable(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const entry of batch) await this.#run([entry])
  }
}
