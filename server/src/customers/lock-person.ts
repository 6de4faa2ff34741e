import { lockAccounts } from '../ledger/read-state.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/**
 * Lock order: account, then person. A money operation locks the account first and may then wait for the person (whose
 * email is being changed); the opposite order could deadlock.
 * False: there is no such person.
 */
export async function lockPerson(tx: Tx, personId: string): Promise<boolean> {
  return (await lockAccounts(tx, [personId])).length === 1
}

/** Locks a person, as `lockPerson` does, for a change that needs an account that is not closed. */
export async function lockOpenAccount(tx: Tx, personId: string): Promise<void> {
  const [account] = await lockAccounts(tx, [personId])
  if (!account) throw new Refusal('not_found')
  if (account.closed_at) throw new Refusal('account_closed')
}
