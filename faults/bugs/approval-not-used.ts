import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const approvalNotUsed: Bug = {
  title: "A passkey's approval is not marked as used",
  caughtBy: ['approvals', 'duplicate effects'],
  overrides: {
    ledger: {
      decide: (state, command) => {
        const { outcome, effects } = LEDGER_STEPS.decide(state, command)
        return { outcome, effects: effects.filter(({ kind }) => kind !== 'use_authorisation') }
      },
    },
  },
}
