import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const closedAccountCredited: Bug = {
  title: 'Money is booked to a closed account',
  caughtBy: ['standing'],
  statement: 'alter table accounts drop constraint closed_is_empty',
  needs: { kind: 'close', count: 3 },
  overrides: {
    ledger: {
      decide: (state, command) => {
        const open = [...state.accounts].map(([id, account]) => [id, { ...account, closedAt: null }] as const)
        return LEDGER_STEPS.decide({ ...state, accounts: new Map(open) }, command)
      },
    },
  },
}
