import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const postedTwice: Bug = {
  title: 'An approved deposit is posted twice',
  caughtBy: ['invariants'],
  statement: 'drop index postings_transaction',
  overrides: {
    ledger: {
      decide: (state, command) => {
        const { outcome, effects } = LEDGER_STEPS.decide(state, command)
        if (command.kind !== 'approve' || !outcome.ok || outcome.transaction.type !== 'Deposit')
          return { outcome, effects }
        return { outcome, effects: [...effects, ...effects.filter(({ kind }) => kind === 'post')] }
      },
    },
  },
}
