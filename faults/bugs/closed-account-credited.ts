import type { Bug } from './bug.ts'

export const closedAccountCredited: Bug = {
  title: 'Money is booked to a closed account',
  caughtBy: ['standing'],
  says: /after the account was closed|for a closed account/,
  statement: 'alter table accounts drop constraint closed_is_empty',
  needs: { kind: 'close', count: 3 },
  decide: (decide) => (state, command) => {
    const open = [...state.accounts].map(([id, account]) => [id, { ...account, closedAt: null }] as const)
    return decide({ ...state, accounts: new Map(open) }, command)
  },
}
