import { findAdministrators } from '../../authority/administrators.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStandingForStaff } from '../../authority/own-account.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { propose, recordActs } from '../../authority/propose.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import { countFactors } from '../../identity/factors.ts'
import { resetFactorsOf } from '../../identity/reset-factors.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { factorsResetDraft, requireNotClosed } from './person-proposals.ts'

type FactorReset = { userId: string; reason: string }

/**
 * Without factors nothing changes, and no audit entry is written. With four eyes, a second member of staff confirms: someone who
 * knows the password becomes the person by it. Without, it is done at once and every Admin is told.
 */
export function resetFactors(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  staff: StaffContext,
  { userId, reason }: FactorReset,
): Promise<null | Proposed> {
  const fourEyes = config.fourEyesAboveCents !== null
  return inTransaction(sql, async (tx) => {
    const told = fourEyes ? [] : await findAdministrators(tx)
    const act = await lockForStaffAct(tx, staff, userId, 'secrets:reset', told)
    requireNotOwnAccount(staff, userId)
    requireStandingForStaff(act)
    requireNotClosed(act.subject)
    if (fourEyes) {
      const counts = await countFactors(tx, userId)
      if (Object.values(counts).every((count) => count === 0)) return null
      const made = await propose(tx, staff, factorsResetDraft(await requireStaffUser(tx, userId), counts, reason))
      await recordActs(tx, { auditEntries: [], notifications: [] }, [made])
      return answerProposed([made], staff.at)
    }
    const { auditEntries, notifications } = await resetFactorsOf(tx, staff, { personId: userId, reason })
    const data = { actorId: staff.actorId, personId: userId }
    const announced = told.map((personId) => ({
      personId,
      kind: 'factors.reset_by_staff' as const,
      data,
      at: staff.at,
    }))
    const isDone = auditEntries.length > 0
    await recordActs(tx, { auditEntries, notifications: isDone ? [...notifications, ...announced] : [] }, [])
    return null
  })
}
