import { LEDGER_STEPS } from '#server/ledger/steps.ts'
import type { Bug } from './bug.ts'

export const halfMoved: Bug = {
  title: 'A move takes the money and credits it nowhere',
  caughtBy: ['balances', 'invariants'],
  overrides: {
    ledger: {
      decide: (state, command) => {
        const { outcome, effects } = LEDGER_STEPS.decide(state, command)
        if (command.kind !== 'move') return { outcome, effects }
        const isReceived = (effect: (typeof effects)[number]) =>
          (effect.kind === 'open' || effect.kind === 'post') && effect.transaction.id === command.receivingId
        return { outcome, effects: effects.filter((effect) => !isReceived(effect)) }
      },
    },
  },
}
