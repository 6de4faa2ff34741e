import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const holdNotReleased: Bug = {
  title: 'A declined or cancelled transfer does not release its hold',
  caughtBy: ['invariants'],
  overrides: {
    ledger: {
      decide: (state, command) => {
        const { outcome, effects } = LEDGER_STEPS.decide(state, command)
        if (command.kind !== 'decline' && command.kind !== 'cancel') return { outcome, effects }
        return { outcome, effects: effects.filter(({ kind }) => kind !== 'release') }
      },
    },
  },
}
