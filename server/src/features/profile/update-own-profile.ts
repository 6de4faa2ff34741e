import type { User } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { lockOpenAccount } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import { type ProfileChanges, updatePerson } from '../../people/update-person.ts'
import { Refusal } from '../../runtime/refusal.ts'

export function updateOwnProfile(sql: Sql, personId: string, changes: ProfileChanges, at: Date): Promise<User> {
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const updated = await updatePerson(tx, personId, changes, at)
    if (!updated) throw new Refusal('not_found')
    if (updated.notifications.length > 0) await record(tx, { notifications: updated.notifications })
    return requireUser(tx, personId)
  })
}
