import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Bug } from './bug.ts'

/** Rolling back to a savepoint releases the row locks taken since, and leaves what was read. */
export const lockRemoved: Bug = {
  title: 'Account locks are released before the decision',
  // Unique event and posting numbers stop most lost updates, with a 500. Wrong PINs have no such number.
  caughtBy: ['invariants', 'PIN attempts', 'internal errors'],
  // Paused after its read, the server later overwrites what other transactions wrote in the meantime.
  under: 'server paused holding locks',
  overrides: {
    ledger: {
      readState: async (tx, ...args) => {
        await tx`savepoint unlocked`
        const state = await LEDGER_STEPS.readState(tx, ...args)
        await tx`rollback to savepoint unlocked`
        return state
      },
    },
  },
}
