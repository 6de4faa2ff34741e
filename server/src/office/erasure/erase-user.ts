import type { StaffUser } from '#contract/customers/people.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { propose, recordActs } from '../../authority/propose.ts'
import { erasePerson, requireErasable } from '../../customers/erase-person.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { erasureDraft } from '../administration/person-proposals.ts'

type ErasureRequest = { userId: string; ground: ErasureGround }

/** With four eyes, a second member of staff confirms. Refused now what could not be confirmed either. */
export function eraseUser(
  { sql, keys, config, personalData }: Pick<Deps, 'sql' | 'keys' | 'config' | 'personalData'>,
  staff: StaffContext,
  { userId, ground }: ErasureRequest,
): Promise<StaffUser | Proposed> {
  return inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, userId, 'authority:change')
    requireNotOwnAccount(staff, userId)
    await requireErasable(tx, userId)
    const user = await requireStaffUser(tx, userId)
    if (config.fourEyesAboveCents !== null) {
      const made = await propose(tx, staff, erasureDraft(user, ground))
      await recordActs(tx, { auditEntries: [], notifications: [] }, [made])
      return answerProposed([made], staff.at) ?? user
    }
    await recordActs(tx, await erasePerson(tx, { keys, config, personalData }, staff, { personId: userId, ground }), [])
    return requireStaffUser(tx, userId)
  })
}
