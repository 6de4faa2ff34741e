import { lockOpenAccount } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import { checkPin, hashPin, type PinRefusal, replacePin } from '../../ledger/secrets.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { toSecretRefusal } from '../attempts-left.ts'
import type { SecretRules } from '../secret-rules.ts'
import { voidPinLink } from './pin-recovery.ts'

type Change = { personId: string; pin: string; newPin: string; at: Date }

/** A wrong PIN is counted in a transaction that commits: the refusal comes after it. */
export async function changePin(
  sql: Sql,
  keys: Pick<Keys, 'pin'>,
  rules: SecretRules,
  { personId, pin, newPin, at }: Change,
): Promise<void> {
  rules.checkPin(newPin, 'newPin')
  const refusal = await inTransaction(sql, async (tx): Promise<PinRefusal | null> => {
    await lockOpenAccount(tx, personId)
    const refused = await checkPin(tx, personId, hashPin(keys.pin, personId, pin))
    if (refused) return refused
    await replacePin(tx, personId, hashPin(keys.pin, personId, newPin), at)
    await voidPinLink(tx, personId)
    await record(tx, { notifications: [{ personId, kind: 'pin.changed', data: {}, at }] })
    return null
  })
  if (refusal) throw await toSecretRefusal(sql, personId, refusal)
}
