import { Journal } from '#server/ledger/core/apply.ts'
import { commitBatch } from '#server/ledger/core/commit-batch.ts'
import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Bug } from './bug.ts'

export const keyOutsideTransaction: Bug = {
  title: 'The idempotency key is stored after the transaction',
  caughtBy: ['duplicate effects'],
  under: 'server killed after the commit',
  overrides: {
    ledger: {
      commitBatch: async (sql, zone, commands, limits, steps = LEDGER_STEPS) => {
        let storeKeys: () => Promise<unknown> = async () => {}
        const outcomes = await commitBatch(sql, zone, commands, limits, {
          ...steps,
          writeRows: async (tx, state, journal) => {
            const keys = new Journal()
            keys.storedOutcomes.push(...journal.storedOutcomes.splice(0))
            storeKeys = () => sql.begin((later) => steps.writeRows(later, state, keys))
            await steps.writeRows(tx, state, journal)
          },
        })
        await storeKeys().catch(() => {})
        return outcomes
      },
    },
  },
}
