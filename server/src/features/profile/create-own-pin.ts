import type { User } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Keys } from '../../keys.ts'
import { createPin, hashPin } from '../../ledger/secrets.ts'
import { requireUser } from '../../people/person.ts'

export function createOwnPin(sql: Sql, keys: Pick<Keys, 'pin'>, personId: string, pin: string): Promise<User> {
  return inTransaction(sql, async (tx) => {
    const created = await createPin(tx, personId, hashPin(keys.pin, personId, pin))
    if (!created) throw new Refusal('pin_exists')
    return requireUser(tx, personId)
  })
}
