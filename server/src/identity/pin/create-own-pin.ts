import type { User } from '#contract/people.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createPin, hashPin } from '../../ledger/secrets.ts'
import { lockOpenAccount } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import type { SecretRules } from '../../people/secret-rules.ts'
import { Refusal } from '../../runtime/refusal.ts'

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
    return requireUser(tx, personId)
  })
}
