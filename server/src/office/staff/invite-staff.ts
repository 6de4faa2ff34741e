import { v5 as newNameId } from 'uuid'
import type { StaffUser } from '#contract/customers/people.ts'
import { emailKey } from '#contract/fields.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { propose, recordActs } from '../../authority/propose.ts'
import { requireFreeEmail } from '../../customers/email-changes.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { addMember, type NewMember } from './add-member.ts'

/** One invitation per address can wait. */
const addressId = (email: string) => newNameId(emailKey(email), newNameId.URL)

/** A second administrator confirms it where four eyes is on, and the person does not exist before. */
export function inviteStaff(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  staff: StaffContext,
  member: NewMember,
): Promise<StaffUser | Proposed> {
  return inTransaction(sql, async (tx) => {
    const administrators = await findAdministrators(tx)
    await lockStaff(tx, staff, 'authority:change', administrators)
    await requireFreeEmail(tx, null, member.email, staff.at)
    if (config.fourEyesAboveCents === null) {
      const done = await addMember(tx, staff, member, { proposedBy: null, lockedIds: administrators })
      await recordActs(tx, done, [])
      return requireStaffUser(tx, done.personId)
    }
    const made = await propose(tx, staff, {
      kind: 'staff',
      subject: null,
      aboutId: addressId(member.email),
      before: {},
      after: member,
      basis: {},
      change: member,
    })
    await recordActs(tx, { auditEntries: [], notifications: [] }, [made])
    return answerProposed([made], staff.at) ?? Promise.reject(new Error('A proposal was not made'))
  })
}
