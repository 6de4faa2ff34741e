import type { Tx } from '../db/connection.ts'
import { lockAccounts } from '../ledger/read-state.ts'

/**
 * Whoever changes a person takes the lock of their account first: a money operation holds the account when it comes to
 * wait for the person (whose address is just being changed), so the other way round the two could wait in a circle.
 * False: there is no such person.
 */
export async function lockPerson(tx: Tx, personId: string): Promise<boolean> {
  return (await lockAccounts(tx, [personId])).length === 1
}
