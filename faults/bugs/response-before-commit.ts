import { setTimeout as sleep } from 'node:timers/promises'
import { commitBatch } from '#server/ledger/core/commit-batch.ts'
import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Command, Outcome } from '#server/ledger/types.ts'
import type { Bug } from './bug.ts'

const COMMIT_DELAY_MS = 20

export const responseBeforeCommit: Bug = {
  title: 'The response is sent before the commit',
  caughtBy: ['lost writes'],
  under: 'server killed before the commit',
  // A batch may hold nothing but refusals.
  minFaults: 5,
  overrides: {
    ledger: {
      commitBatch: (sql, zone, commands, limits, steps = LEDGER_STEPS) =>
        new Promise((resolve, reject) => {
          const outcomes = new Map<Command, Outcome>()
          const committed = commitBatch(sql, zone, commands, limits, {
            ...steps,
            decide: (state, command) => {
              const decision = steps.decide(state, command)
              outcomes.set(command, decision.outcome)
              return decision
            },
            writeRows: async (tx, state, journal) => {
              await steps.writeRows(tx, state, journal)
              resolve(commands.flatMap((command) => outcomes.get(command) ?? []))
              await sleep(COMMIT_DELAY_MS)
            },
          })
          committed.catch(reject)
        }),
    },
  },
}
