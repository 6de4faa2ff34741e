import type { SeededRandom } from '#server/demo/seeded-random.ts'
import type { ServerProcess } from '../server-process.ts'
import type { BankSystem } from '../system.ts'

/** `since`: when recovery became possible. `missed`: the fault could not be injected. */
export type InjectionResult = { since: number; note: string; missed?: true }

export type Fault = {
  kind: string
  /** Why this machine can't do it; null when it can. */
  impossible?: (system: BankSystem) => string | null
  /** Breaks something, repairs it, and returns. All randomness is seeded, so that a seed repeats the campaign. */
  inject: (system: BankSystem, random: SeededRandom, durations: FaultDurations) => Promise<InjectionResult>
}

/** How long pauses and outages last: seconds in a short run, sometimes half a minute in a long one. */
export type FaultDurations = { pauseMs: (random: SeededRandom) => number }

export const SHORT: FaultDurations = { pauseMs: (random) => random.between(700, 2_000) }
export const LONG: FaultDurations = {
  pauseMs: (random) => (random.chance(0.04) ? 30_000 : random.between(1_000, 6_000)),
}

export const anyServer = (system: BankSystem, random: SeededRandom): ServerProcess => random.pick(system.servers)
export const done = (note: string, since = Date.now()): InjectionResult => ({ since, note })
export const missed = (note: string): InjectionResult => ({ since: Date.now(), note, missed: true })
