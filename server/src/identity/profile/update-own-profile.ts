import type { Locale } from '#contract/locales.ts'
import type { User } from '#contract/people.ts'
import type { Config } from '../../config/config.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { lockOpenAccount } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import { requireOffered } from '../../people/require-offered.ts'
import { type ProfileChanges, updatePerson } from '../../people/update-person.ts'
import { Refusal } from '../../runtime/refusal.ts'

type UpdateDeps = { sql: Sql; config: Pick<Config, 'locales'> }
type OwnChanges = ProfileChanges & { locale?: Locale | undefined }

export function updateOwnProfile(
  { sql, config }: UpdateDeps,
  personId: string,
  { locale, ...changes }: OwnChanges,
  at: Date,
): Promise<User> {
  if (locale) requireOffered(locale, config)
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const updated = await updatePerson(tx, personId, changes, at)
    if (!updated) throw new Refusal('not_found')
    if (locale) await tx`update people set locale = ${locale}, updated_at = ${at} where id = ${personId}`
    if (updated.notifications.length > 0) await record(tx, { notifications: updated.notifications })
    return requireUser(tx, personId)
  })
}
