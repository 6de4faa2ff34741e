import { createSeededRandom, type SeededRandom } from '#server/demo/seeded-random.ts'
import { bankStatementFaults } from './kinds/bank-statements.ts'
import { databaseFaults } from './kinds/databases.ts'
import type { Fault } from './kinds/fault.ts'
import { networkFaults } from './kinds/network.ts'
import { paymentRunFaults } from './kinds/payment-runs.ts'
import { scheduledPaymentFaults } from './kinds/scheduled-payments.ts'
import { clockFaults, serverFaults } from './kinds/servers.ts'
import { webhookFaults } from './kinds/webhooks.ts'

export const FAULTS: readonly Fault[] = [
  ...serverFaults,
  ...databaseFaults,
  ...networkFaults,
  ...clockFaults,
  ...scheduledPaymentFaults,
  ...paymentRunFaults,
  ...bankStatementFaults,
  ...webhookFaults,
]

export type PlannedFault = { fault: Fault; afterMs: number; random: SeededRandom; overlaps: boolean }

/** Rounds of all kinds in random order: a short run has every kind once, a long one each kind often. */
export function* plan(
  seed: number,
  faults: readonly Fault[],
  { gapMs, rounds }: { gapMs: readonly [number, number]; rounds: number },
): Generator<PlannedFault> {
  const random = createSeededRandom(seed)
  for (let round = 0; round < rounds && faults.length > 0; round += 1) {
    const remaining = [...faults]
    while (remaining.length > 0) {
      const [fault] = remaining.splice(random.between(0, remaining.length - 1), 1)
      if (!fault) continue
      yield {
        fault,
        afterMs: random.between(...gapMs),
        // Its own random numbers: how many one fault draws does not change the next fault.
        random: createSeededRandom(random.between(0, 2 ** 31)),
        // Some faults start before the bank has recovered from the previous one.
        overlaps: random.chance(0.15),
      }
    }
  }
}

/** The fault of this name alone, or else all whose names contain it. */
export function select(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS
  const exact = FAULTS.find(({ kind }) => kind === only)
  if (exact) return [exact]
  const found = FAULTS.filter(({ kind }) => kind.includes(only))
  if (found.length === 0)
    throw new Error(`Unknown fault '${only}'. Known: ${FAULTS.map(({ kind }) => kind).join(', ')}`)
  return found
}
