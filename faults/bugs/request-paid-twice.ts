import type { Bug } from './bug.ts'

export const requestPaidTwice: Bug = {
  title: 'A request for money is not marked as paid',
  caughtBy: ['pay requests'],
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    return { outcome, effects: effects.filter(({ kind }) => kind !== 'pay_request') }
  },
  needs: { kind: 'request transfer', count: 40 },
}
