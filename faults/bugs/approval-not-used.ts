import type { Bug } from './bug.ts'

export const approvalNotUsed: Bug = {
  title: "A passkey's approval is not marked as used",
  caughtBy: ['approvals', 'duplicate effects'],
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    return { outcome, effects: effects.filter(({ kind }) => kind !== 'use_authorisation') }
  },
}
