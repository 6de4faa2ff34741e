import type { Dice } from '#server/demo/seeded-random.ts'
import type { ServerProcess } from '../server-process.ts'
import type { BankSystem } from '../system.ts'

/** `since`: from when the bank has everything it needs to recover. `missed`: the fault could not be brought about. */
export type InjectionResult = { since: number; note: string; missed?: true }

export type Fault = {
  kind: string
  /** Why it can't be done on this machine; null when it can. */
  impossible?: (system: BankSystem) => string | null
  /** Breaks something, heals it, and returns. All its chance comes from the dice, so a seed brings the same again. */
  inject: (system: BankSystem, dice: Dice, pace: FaultDurations) => Promise<InjectionResult>
}

/** How long pauses and outages last: a short run has seconds, a long one also tries half a minute. */
export type FaultDurations = { pauseMs: (dice: Dice) => number }

export const SHORT: FaultDurations = { pauseMs: (dice) => dice.between(1_000, 3_000) }
export const LONG: FaultDurations = { pauseMs: (dice) => (dice.chance(0.04) ? 30_000 : dice.between(1_000, 6_000)) }

export const anyServer = (system: BankSystem, dice: Dice): ServerProcess => dice.pick(system.servers)
export const done = (note: string, since = Date.now()): InjectionResult => ({ since, note })
export const missed = (note: string): InjectionResult => ({ since: Date.now(), note, missed: true })
