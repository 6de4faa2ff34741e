import { isUnavailable } from '../db/connection.ts'

const MAX_BATCH = 256

type Waiting<Command, Outcome> = {
  command: Command
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}
type Commit<Command, Outcome> = (commands: readonly Command[]) => Promise<Outcome[]>

/**
 * Group commit: while every lane is busy committing, commands gather; a lane that comes free takes all of them.
 * No timer, so a lone command waits for nothing, and under load the cost of a commit is shared.
 */
export class Batcher<Command, Outcome> {
  readonly #waiting: Waiting<Command, Outcome>[] = []
  readonly #commit: Commit<Command, Outcome>
  readonly #lanes: number
  readonly #maxBatch: number
  #busy = 0

  constructor(
    commit: Commit<Command, Outcome>,
    { lanes = 2, maxBatch = MAX_BATCH }: { lanes?: number; maxBatch?: number } = {},
  ) {
    this.#commit = commit
    this.#lanes = lanes
    this.#maxBatch = maxBatch
  }

  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject })
      // Everything that arrives in this turn of the event loop goes together.
      if (this.#busy < this.#lanes && this.#waiting.length === 1) setImmediate(() => this.#flush())
    })
  }

  #flush() {
    while (this.#busy < this.#lanes && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch)
      this.#busy++
      void this.#run(batch).finally(() => {
        this.#busy--
        this.#flush()
      })
    }
  }

  async #run(batch: Waiting<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#commit(batch.map(({ command }) => command))
      batch.forEach(({ resolve }, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined) resolve(outcome)
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
