import type { Account, State } from './types.ts'

/** Above this a balance in dollars would no longer be an exact JSON number. */
export const MAX_BALANCE_CENTS = 9_007_199_254_740_991n

export const MAX_WRONG_SECRETS = 5

/** What can be spent now. */
export const available = (account: Account): bigint => account.balance - account.held

/** A command's account was read and locked before anything was decided; that it is missing is a bug. */
export function requireAccount(state: State, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw new Error(`Account ${id} was not read for this batch`)
  return account
}
