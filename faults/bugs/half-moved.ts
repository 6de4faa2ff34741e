import type { Bug } from './bug.ts'

export const halfMoved: Bug = {
  title: 'A move takes the money and credits it nowhere',
  caughtBy: ['invariants'],
  says: /A move or instant transfer/,
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    if (command.kind !== 'move') return { outcome, effects }
    const isReceived = (effect: (typeof effects)[number]) =>
      effect.kind === 'post' && effect.transaction.id === command.receivingId
    return { outcome, effects: effects.filter((effect) => !isReceived(effect)) }
  },
}
