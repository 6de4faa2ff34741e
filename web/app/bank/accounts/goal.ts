import type { Account } from '#contract/customers/accounts.ts'

/** How much of the goal is saved, in whole percent. 100 only when the goal is reached. */
export function goalPercentage({ balance, goal }: Pick<Account, 'balance' | 'goal'>): number | null {
  if (goal === undefined) return null
  return balance >= goal ? 100 : Math.max(0, Math.floor((balance / goal) * 100))
}
