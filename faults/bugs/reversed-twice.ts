import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const reversedTwice: Bug = {
  title: 'A transaction is reversed again',
  caughtBy: ['reversals', 'invariants'],
  // A few reversals are among the first operations: most have to wait for an approved transaction.
  forMs: 30_000,
  statement: 'drop index transactions_reverses',
  overrides: {
    ledger: {
      decide: (state, command) => {
        const decision = LEDGER_STEPS.decide(state, command)
        const { outcome } = decision
        if (command.kind !== 'reverse' || outcome.ok || outcome.code !== 'already_reversed') return decision
        const forgotten = [...state.transactions].map(
          ([id, transaction]) => [id, { ...transaction, reversal: null }] as const,
        )
        return LEDGER_STEPS.decide({ ...state, transactions: new Map(forgotten) }, command)
      },
    },
  },
}
