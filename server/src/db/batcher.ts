import { isUnavailable } from './errors.ts'

const MAX_BATCH = 256
/** What is worth a commit of its own while another is under way. One to 128 were measured, see decision 050. */
const ENOUGH = 32
/** Longer than most batches take that do not wait for somebody's lock; that a slow disk takes longer does no harm. */
const PATIENCE_MS = 25

export type LaneOptions = { lanes?: number; maxBatch?: number }

type Waiting<Command, Outcome> = {
  command: Command
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}
type Commit<Command, Outcome> = (commands: readonly Command[]) => Promise<Outcome[]>

/**
 * Group commit: while a lane is busy committing, commands gather; a lane that comes free takes all of them. So a lone
 * command waits for nothing, and under load the cost of a commit is shared. Another lane starts when enough wait to be
 * worth a commit of their own, or when those under way are held up: others must not wait for somebody's lock.
 */
export class Batcher<Command, Outcome> {
  readonly #waiting: Waiting<Command, Outcome>[] = []
  readonly #commit: Commit<Command, Outcome>
  readonly #lanes: number
  readonly #maxBatch: number
  readonly #enough: number
  readonly #patienceMs: number
  #busy = 0
  /** Of the busy ones, those that are held up. */
  #heldUp = 0

  constructor(
    commit: Commit<Command, Outcome>,
    { lanes = 3, maxBatch = MAX_BATCH, patienceMs = PATIENCE_MS }: LaneOptions & { patienceMs?: number } = {},
  ) {
    this.#commit = commit
    this.#lanes = lanes
    this.#maxBatch = maxBatch
    this.#enough = Math.min(ENOUGH, maxBatch)
    this.#patienceMs = patienceMs
  }

  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject })
      // Everything that arrives in this turn of the event loop goes together.
      if (this.#busy < this.#lanes && this.#waiting.length === this.#needed) setImmediate(() => this.#flush())
    })
  }

  /** How many must wait for another lane to start. */
  get #needed(): number {
    return this.#busy === this.#heldUp ? 1 : this.#enough
  }

  #flush() {
    while (this.#busy < this.#lanes && this.#waiting.length >= this.#needed) {
      const batch = this.#waiting.splice(0, this.#maxBatch)
      this.#busy++
      let heldUp = 0
      const late = setTimeout(() => {
        heldUp = 1
        this.#heldUp++
        this.#flush()
      }, this.#patienceMs)
      void this.#run(batch).finally(() => {
        clearTimeout(late)
        this.#heldUp -= heldUp
        this.#busy--
        this.#flush()
      })
    }
  }

  async #run(batch: Waiting<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#commit(batch.map(({ command }) => command))
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) reject(new Error('A command was committed without an outcome'))
        else resolve(outcome)
      })
    } catch (error) {
      await this.#afterFailure(batch, error)
    }
  }

  /**
   * The batch was rolled back as a whole. One command that trips over a bug must not take its neighbours with it, so
   * each runs again by itself; not so when the database is away, for then the outcome is unknown and the callers say so.
   */
  async #afterFailure(batch: Waiting<Command, Outcome>[], error: unknown): Promise<void> {
    if (batch.length === 1 || isUnavailable(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const waiting of batch) await this.#run([waiting])
  }
}
