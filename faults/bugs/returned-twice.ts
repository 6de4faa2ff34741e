import type { Bug } from './bug.ts'

export const returnedTwice: Bug = {
  title: 'A wire is returned again',
  caughtBy: ['reversals'],
  says: /was returned (by|twice)/,
  // Half of the returns are sent twice.
  needs: { kind: 'return', count: 7 },
  statement: `
    drop index if exists transactions_reverses;
    alter table account_months drop constraint if exists account_months_transfers_check`,
  decide: (decide) => (state, command) => {
    const decision = decide(state, command)
    const { outcome } = decision
    if (command.kind !== 'return' || outcome.ok || outcome.code !== 'already_returned') return decision
    const forgotten = [...state.transactions].map(
      ([id, transaction]) => [id, { ...transaction, reversal: null }] as const,
    )
    return decide({ ...state, transactions: new Map(forgotten) }, command)
  },
}
