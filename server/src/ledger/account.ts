import type { Account, State } from './types.ts'

/** Just below 2^46 dollars: a larger balance is not exact to the cent as a JSON number, with two decimals and with three. */
export const MAX_BALANCE_CENTS = 7_036_874_417_766_399n

export const MAX_WRONG_SECRETS = 5

export const availableCents = (account: Account): bigint => account.balanceCents - account.heldCents

/**
 * The main account carries its person's id: a constraint of the database, from the time when a person had one account. Its row
 * stands for the person: it has the PIN, the code and the numbers of events and audit entries, and its lock is the lock of all
 * accounts of the person. The only place that knows this; everything else goes from an account to its owner.
 */
export const mainAccountId = (personId: string): string => personId

/** Mains are locked first, then savings accounts, each in the order of ids. A savings account is never locked alone. */
export const withMain = (ownerId: string, ...accountIds: string[]): string[] => [mainAccountId(ownerId), ...accountIds]

/** The row of a person: secrets and the numbers of events and audit entries. */
export const requirePerson = (state: State, personId: string): Account => requireAccount(state, mainAccountId(personId))

/** The account of this owner; null for one of another person, and for staff without one, which is told like one that does not exist. */
export function ownAccount(state: State, ownerId: string, accountId: string): Account | null {
  const account = state.accounts.get(accountId)
  return account?.ownerId === ownerId && holdsMoney(account) ? account : null
}

/** Staff who were invited have a row that stands for them, without a number and money. */
export const holdsMoney = ({ number }: Pick<Account, 'number'>): boolean => number !== ''

export const ownerOf = (state: State, accountId: string): string => requireAccount(state, accountId).ownerId

/** For the audit log of a person: which account, unless it is the main one. */
export const accountDetails = ({ id, ownerId }: Account): { accountId?: string } =>
  id === mainAccountId(ownerId) ? {} : { accountId: id }

/** The batch locks every account its commands name, so a missing one is a bug. */
export function requireAccount(state: State, id: string): Account {
  const account = state.accounts.get(id)
  if (!account) throw new Error(`Account ${id} was not read for this batch`)
  return account
}
