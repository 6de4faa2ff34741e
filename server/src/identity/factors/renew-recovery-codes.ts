import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { hasSecondFactor, readFactors } from '../factors.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Recovery codes stand in for a second factor, so there must be one. */
export function renewRecoveryCodes(
  sql: Sql,
  keys: Pick<Keys, 'factors' | 'recoveryCodes'>,
  personId: string,
  at: Date,
): Promise<string[]> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!hasSecondFactor(await readFactors(tx, personId))) throw new Refusal('second_factor_required')
    const codes = await replaceRecoveryCodes(tx, keys.recoveryCodes, personId, at)
    await record(tx, { notifications: [{ personId, kind: 'recovery_codes.replaced', data: {}, at }] })
    return codes
  })
}
