import { mainAccountId, requirePerson } from '#server/ledger/account.ts'
import { apply, Journal } from '#server/ledger/core/apply.ts'
import { commitBatch } from '#server/ledger/core/commit-batch.ts'
import { needsOf } from '#server/ledger/core/needs.ts'
import { NO_LIMITS } from '#server/ledger/core/no-limits.ts'
import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Command, Effect } from '#server/ledger/types.ts'
import type { Bug } from './bug.ts'

const countsWrongPin = (effect: Effect) => effect.kind === 'set_pin_attempts' && effect.attempts > 0

export const pinCountedLate: Bug = {
  title: 'A wrong PIN is counted in a later transaction',
  caughtBy: ['PIN attempts'],
  overrides: {
    ledger: {
      commitBatch: async (sql, zone, commands, limits, steps = LEDGER_STEPS) => {
        const wrong = new Set<Command>()
        const outcomes = await commitBatch(sql, zone, commands, limits, {
          ...steps,
          decide: (state, command) => {
            const { outcome, effects } = steps.decide(state, command)
            if (effects.some(countsWrongPin)) wrong.add(command)
            return { outcome, effects: effects.filter((effect) => !countsWrongPin(effect)) }
          },
        })
        for (const command of wrong)
          if (command.kind === 'transfer')
            await sql.begin(async (tx) => {
              const { personId } = command.actor
              const parties = { accountIds: [mainAccountId(personId)], ownerIds: [personId] }
              const state = await steps.readState(tx, needsOf([command], zone), parties, { zone, ...NO_LIMITS })
              const attempts = Math.min(5, requirePerson(state, personId).pinAttempts + 1)
              const journal = new Journal()
              apply(state, journal, [{ kind: 'set_pin_attempts', personId, attempts }])
              await steps.writeRows(tx, state, journal)
            })
        return outcomes
      },
    },
  },
}
