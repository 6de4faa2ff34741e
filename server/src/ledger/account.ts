import type { Account, State } from './types.ts'

/** Just below 2^46 dollars: beyond, doubles are wider apart than cents, and a balance in JSON would no longer be exact. */
export const MAX_BALANCE_CENTS = 7_036_874_417_766_399n

export const MAX_WRONG_SECRETS = 5

/** What can be spent now. */
export const availableCents = (account: Account): bigint => account.balanceCents - account.heldCents

/** A command's account was read and locked before anything was decided; that it is missing is a bug. */
export function requireAccount(state: State, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw new Error(`Account ${id} was not read for this batch`)
  return account
}
