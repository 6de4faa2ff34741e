import type { User } from '#contract/customers/people.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import { createPin, hashPin } from '../../ledger/secrets.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import type { SecretRules } from '../secret-rules.ts'

export async function createOwnPin(
  sql: Sql,
  keys: Pick<Keys, 'pin'>,
  rules: SecretRules,
  { personId, pin, at }: { personId: string; pin: string; at: Date },
): Promise<User> {
  rules.checkPin(pin)
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const created = await createPin(tx, personId, hashPin(keys.pin, personId, pin), at)
    if (!created) throw new Refusal('pin_exists')
    await record(tx, { notifications: [{ personId, kind: 'pin.created', data: {}, at }] })
    return requireUser(tx, personId)
  })
}
