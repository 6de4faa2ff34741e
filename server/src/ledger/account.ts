import type { Account, State } from './types.ts'

/** Just below 2^46 dollars: a larger balance is not exact to the cent as a JSON number. */
export const MAX_BALANCE_CENTS = 7_036_874_417_766_399n

export const MAX_WRONG_SECRETS = 5

export const availableCents = (account: Account): bigint => account.balanceCents - account.heldCents

/** The batch locks every account its commands name, so a missing one is a bug. */
export function requireAccount(state: State, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw new Error(`Account ${id} was not read for this batch`)
  return account
}
