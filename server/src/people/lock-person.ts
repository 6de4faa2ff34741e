import type { Tx } from '../db/connection.ts'
import { lockAccounts } from '../ledger/read-state.ts'

/**
 * Lock order: account, then person. A money operation locks the account first and may then wait for the person (whose
 * email is being changed); the opposite order could deadlock.
 * False: there is no such person.
 */
export async function lockPerson(tx: Tx, personId: string): Promise<boolean> {
  return (await lockAccounts(tx, [personId])).length === 1
}
