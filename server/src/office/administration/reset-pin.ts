import type { StaffUser } from '#contract/customers/people.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStandingForStaff } from '../../authority/own-account.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { propose, recordActs } from '../../authority/propose.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import { clearPinOf, readPinState } from '../../identity/clear-pin.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { pinResetDraft, requireNotClosed } from './person-proposals.ts'

/** Without a PIN nothing changes, and no audit entry is written. With four eyes, a second member of staff confirms. */
export function resetPin(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  staff: StaffContext,
  userId: string,
): Promise<StaffUser | Proposed> {
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    requireNotOwnAccount(staff, userId)
    requireStandingForStaff(act)
    const user = await requireStaffUser(tx, userId)
    requireNotClosed(user)
    const { hasPin, locked } = await readPinState(tx, userId)
    if (hasPin && config.fourEyesAboveCents !== null) {
      const made = await propose(tx, staff, pinResetDraft(user, locked))
      await recordActs(tx, { auditEntries: [], notifications: [] }, [made])
      return answerProposed([made], staff.at) ?? user
    }
    await recordActs(tx, await clearPinOf(tx, staff, userId), [])
    return requireStaffUser(tx, userId)
  })
}
