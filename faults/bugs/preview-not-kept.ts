import type { Bug } from './bug.ts'

export const previewNotKept: Bug = {
  title: 'A transfer of an odd amount waits for staff, though its preview said that it does not',
  caughtBy: ['previews'],
  needs: { kind: 'preview', count: 12 },
  decide: (decide) => (state, command) =>
    command.kind === 'transfer' && command.amountCents % 2n === 1n
      ? decide({ ...state, instantUpToCents: null }, command)
      : decide(state, command),
}
