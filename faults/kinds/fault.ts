import type { Dice } from '#server/demo/seeded-random.ts'
import type { ServerProcess } from '../server-process.ts'
import type { BankSystem } from '../system.ts'

/** `since`: when recovery became possible. `missed`: the fault could not be injected. */
export type InjectionResult = { since: number; note: string; missed?: true }

export type Fault = {
  kind: string
  /** Why this machine can't do it; null when it can. */
  impossible?: (system: BankSystem) => string | null
  /** Breaks something, repairs it, and returns. All randomness is seeded, so that a seed repeats the campaign. */
  inject: (system: BankSystem, dice: Dice, durations: FaultDurations) => Promise<InjectionResult>
}

/** How long pauses and outages last: seconds in a short run, sometimes half a minute in a long one. */
export type FaultDurations = { pauseMs: (dice: Dice) => number }

export const SHORT: FaultDurations = { pauseMs: (dice) => dice.between(1_000, 3_000) }
export const LONG: FaultDurations = { pauseMs: (dice) => (dice.chance(0.04) ? 30_000 : dice.between(1_000, 6_000)) }

export const anyServer = (system: BankSystem, dice: Dice): ServerProcess => dice.pick(system.servers)
export const done = (note: string, since = Date.now()): InjectionResult => ({ since, note })
export const missed = (note: string): InjectionResult => ({ since: Date.now(), note, missed: true })
