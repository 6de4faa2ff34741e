import type { Bug } from './bug.ts'

export const postedTwice: Bug = {
  title: 'An approved deposit is posted twice',
  caughtBy: ['invariants'],
  says: /exactly one entry/,
  statement: 'drop index postings_transaction',
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    if (command.kind !== 'approve' || !outcome.ok || outcome.transaction.type !== 'Deposit') return { outcome, effects }
    return { outcome, effects: [...effects, ...effects.filter(({ kind }) => kind === 'post')] }
  },
}
