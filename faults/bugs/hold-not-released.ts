import type { Bug } from './bug.ts'

export const holdNotReleased: Bug = {
  title: 'A declined or cancelled transfer does not release its hold',
  caughtBy: ['invariants'],
  says: /Held money/,
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    if (command.kind !== 'decline' && command.kind !== 'cancel') return { outcome, effects }
    return { outcome, effects: effects.filter(({ kind }) => kind !== 'release') }
  },
}
