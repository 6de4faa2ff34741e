import { type Dice, loadDice } from '#server/demo/seeded-random.ts'
import { databaseFaults } from './kinds/databases.ts'
import type { Fault } from './kinds/fault.ts'
import { networkFaults } from './kinds/network.ts'
import { clockFaults, serverFaults } from './kinds/servers.ts'

export const FAULTS: readonly Fault[] = [...serverFaults, ...databaseFaults, ...networkFaults, ...clockFaults]

export type PlannedFault = { fault: Fault; afterMs: number; dice: Dice; overlaps: boolean }

/** Every kind once, in an order by chance, then all of them again: a short run meets all kinds, a long one each often. */
export function* plan(
  seed: number,
  faults: readonly Fault[],
  { gapMs, rounds }: { gapMs: readonly [number, number]; rounds: number },
): Generator<PlannedFault> {
  const dice = loadDice(seed)
  for (let round = 0; round < rounds && faults.length > 0; round += 1) {
    const deck = [...faults]
    while (deck.length > 0) {
      const [fault] = deck.splice(dice.between(0, deck.length - 1), 1)
      if (!fault) continue
      yield {
        fault,
        afterMs: dice.between(...gapMs),
        // Dice of its own: how often one fault throws them does not change the next.
        dice: loadDice(dice.between(0, 2 ** 31)),
        // Now and then the next one does not wait until this one is over.
        overlaps: dice.chance(0.15),
      }
    }
  }
}

export function select(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS
  const found = FAULTS.filter(({ kind }) => kind.includes(only))
  if (found.length === 0)
    throw new Error(`No kind of fault is called '${only}': ${FAULTS.map(({ kind }) => kind).join(', ')}`)
  return found
}
