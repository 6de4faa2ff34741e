import type { Bug } from './bug.ts'

export const refusedWithEffect: Bug = {
  title: 'A transfer refused for insufficient balance is recorded',
  caughtBy: ['effects of refusals'],
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    const account = command.kind === 'transfer' && state.accounts.get(command.accountId)
    if (!account || outcome.ok || outcome.replayed || outcome.code !== 'insufficient_balance')
      return { outcome, effects }
    const rich = { ...account, balanceCents: account.heldCents + command.amountCents }
    const accounts = new Map(state.accounts).set(account.id, rich)
    const granted = decide({ ...state, accounts }, command).outcome
    if (!granted.ok) return { outcome, effects }
    const decided = { status: 'Declined', decidedAt: command.at, decidedBy: account.id } as const
    return { outcome, effects: [...effects, { kind: 'open', transaction: { ...granted.transaction, ...decided } }] }
  },
}
