import type { Keys } from '../../crypto/keys.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hasSecondFactor, readFactors } from '../../identity/factors.ts'
import { replaceRecoveryCodes } from '../../identity/recovery-codes.ts'
import { record } from '../../ledger/record.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { Refusal } from '../../runtime/refusal.ts'

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
