import { setTimeout as sleep } from 'node:timers/promises'
import type { BankSystem } from '../system.ts'

/** Counters of wrong PINs by person, as read at some moment between `from` and `to`. */
export type CounterSample = { from: number; to: number; attempts: Map<string, number> }

/** Samples the counters of wrong PINs straight from the database, as often as it answers. */
export class CounterMonitor {
  readonly people = new Set<string>()
  readonly samples: CounterSample[] = []
  readonly #system: BankSystem
  #running = true
  #ended: Promise<void>

  constructor(system: BankSystem) {
    this.#system = system
    this.#ended = this.#sample()
  }

  async #sample(): Promise<void> {
    for (; this.#running; await sleep(300)) {
      if (this.people.size === 0) continue
      const ids = [...this.people].map((id) => `'${id}'`).join(',')
      const from = Date.now()
      const rows = await this.#system.database.primary
        .query<{ id: string; pin_attempts: number }>(
          `select id, pin_attempts from accounts where id in (${ids})`,
          'openteller',
        )
        .catch(() => null)
      if (rows)
        this.samples.push({ from, to: Date.now(), attempts: new Map(rows.map((row) => [row.id, row.pin_attempts])) })
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#ended
  }
}
