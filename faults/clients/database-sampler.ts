import { setTimeout as sleep } from 'node:timers/promises'
import type { BankSystem } from '../system.ts'

type Plan<Row, Reading> = {
  everyMs: number
  statement: (people: readonly string[]) => string
  read: (rows: readonly Row[]) => Reading
}

/** What the database held at some moment between `from` and `to`. */
export type Sample<Reading> = Reading & { from: number; to: number }

/** Reads something about some people straight from the database, as often as it answers. */
export class DatabaseSampler<Row extends object, Reading extends object> {
  readonly people = new Set<string>()
  readonly samples: Sample<Reading>[] = []
  readonly #system: BankSystem
  #running = true
  #ended: Promise<void>

  constructor(system: BankSystem, plan: Plan<Row, Reading>) {
    this.#system = system
    this.#ended = this.#sample(plan)
  }

  async #sample({ everyMs, statement, read }: Plan<Row, Reading>): Promise<void> {
    for (; this.#running; await sleep(everyMs)) {
      if (this.people.size === 0) continue
      const from = Date.now()
      const rows = await this.query<Row>(statement([...this.people]))
      if (rows) this.samples.push({ ...read(rows), from, to: Date.now() })
    }
  }

  /** Null while the database is down. */
  query<Found extends object>(statement: string): Promise<Found[] | null> {
    return this.#system.database.primary.query<Found>(statement, 'openteller').catch(() => null)
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#ended
  }
}
