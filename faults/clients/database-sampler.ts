import { setTimeout as sleep } from 'node:timers/promises'
import type { BankSystem } from '../system.ts'

type Plan<Row, Values> = {
  everyMs: number
  statement: (people: readonly string[]) => string
  read: (rows: readonly Row[]) => Values
}

/** What the database held at some moment between `from` and `to`. */
export type Sample<Values> = Values & { from: number; to: number }

/** Reads something about some people straight from the database, as often as it answers. */
export class DatabaseSampler<Row extends object, Values extends object> {
  readonly people = new Set<string>()
  readonly samples: Sample<Values>[] = []
  readonly #system: BankSystem
  #running = true
  #ended: Promise<void>

  constructor(system: BankSystem, plan: Plan<Row, Values>) {
    this.#system = system
    this.#ended = this.#sample(plan)
  }

  async #sample({ everyMs, statement, read }: Plan<Row, Values>): Promise<void> {
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
