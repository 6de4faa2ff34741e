import type { Bug } from './bug.ts'

export const reversedTwice: Bug = {
  title: 'A transaction is reversed again',
  caughtBy: ['reversals'],
  says: /was reversed (by|twice)/,
  // Half of the reversals are sent twice.
  needs: { kind: 'reverse', count: 7 },
  statement: `
    drop index if exists transactions_reverses;
    alter table account_months drop constraint if exists account_months_transfers_check`,
  decide: (decide) => (state, command) => {
    const decision = decide(state, command)
    const { outcome } = decision
    if (command.kind !== 'reverse' || outcome.ok || outcome.code !== 'already_reversed') return decision
    const forgotten = [...state.transactions].map(
      ([id, transaction]) => [id, { ...transaction, reversal: null }] as const,
    )
    return decide({ ...state, transactions: new Map(forgotten) }, command)
  },
}
