import type { User } from '#contract/customers/people.ts'
import { emailKey } from '#contract/fields.ts'
import type { Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { type ChangedFields, changedFields } from '../platform/runtime/changed-fields.ts'
import { changeEmail } from './email/change-email.ts'

export type ProfileChanges = Partial<
  Pick<User, 'fullName' | 'email' | 'mobile' | 'address' | 'gender' | 'dob' | 'nationality'>
>
type Profile = Required<ProfileChanges>

type UpdateResult = { changed: ChangedFields<Profile> | null; notifications: Notification[] }

type ProfileRow = {
  full_name: string
  email: string
  mobile: string
  address: string
  gender: User['gender']
  dob: string | null
  nationality: string
}

/** Returns the changed fields and the notifications to send. The person must be locked. Null: there is no such person. */
export async function updatePerson(
  tx: Tx,
  personId: string,
  changes: ProfileChanges,
  at: Date,
): Promise<UpdateResult | null> {
  const [row] = await tx<ProfileRow[]>`
    select full_name, email, mobile, address, gender, dob, nationality from people where id = ${personId}
    for no key update`
  if (!row) return null
  const before = toProfile(row)
  const after: Profile = { ...before, ...changes }
  const changed = changedFields(before, after)
  if (!changed) return { changed: null, notifications: [] }
  // A different spelling of the same address is not a new address.
  const sameAddress = emailKey(before.email) === emailKey(after.email)
  const notifications = sameAddress ? [] : await changeEmail(tx, personId, after.email, at)
  await tx`
    update people
    set full_name = ${after.fullName}, email = ${after.email}, mobile = ${after.mobile}, address = ${after.address},
        gender = ${after.gender}, dob = ${after.dob || null}, nationality = ${after.nationality}, updated_at = ${at}
    where id = ${personId}`
  return { changed, notifications }
}

const toProfile = (row: ProfileRow): Profile => ({
  fullName: row.full_name,
  email: row.email,
  mobile: row.mobile,
  address: row.address,
  gender: row.gender,
  dob: row.dob ?? '',
  nationality: row.nationality,
})
