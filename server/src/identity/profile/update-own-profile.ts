import type { User } from '#contract/customers/people.ts'
import type { Locale } from '#contract/locales.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { requireOffered } from '../../customers/require-offered.ts'
import { readWasVerified } from '../../customers/verified.ts'
import { record } from '../../ledger/record.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type ProfileChanges, updatePerson } from '../update-person.ts'
import { requestNameChange } from '../verification/request-name-change.ts'

type UpdateDeps = { sql: Sql; config: Pick<Config, 'locales'> }
type OwnChanges = ProfileChanges & { locale?: Locale | undefined }

/** A verified name and date of birth stay: others are asked for, and staff decide. */
export function updateOwnProfile(
  { sql, config }: UpdateDeps,
  personId: string,
  { locale, ...changes }: OwnChanges,
  { fresh, at }: { fresh: boolean; at: Date },
): Promise<User> {
  if (locale) requireOffered(locale, config)
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const current = await requireUser(tx, personId)
    const isVerified = await readWasVerified(tx, personId)
    const { fullName, dob, ...others } = changes
    const requested = isVerified ? await requestNameChange(tx, current, { fullName, dob }, { fresh, at }) : []
    const updated = await updatePerson(tx, personId, isVerified ? others : changes, at)
    if (!updated) throw new Refusal('not_found')
    if (locale) await tx`update people set locale = ${locale}, updated_at = ${at} where id = ${personId}`
    const notifications = [...updated.notifications, ...requested]
    if (notifications.length > 0) await record(tx, { notifications })
    return requireUser(tx, personId)
  })
}
