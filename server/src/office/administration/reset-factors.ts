import { isStaff } from '#contract/permissions.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStanding } from '../../authority/own-account.ts'
import { endAccess } from '../../identity/end-access.ts'
import { deleteAllFactors } from '../../identity/factors.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { requireNotClosed } from './person-proposals.ts'

type FactorReset = { userId: string; reason: string }

/** Without factors nothing changes, and no audit entry is written. */
export function resetFactors(sql: Sql, staff: StaffContext, { userId, reason }: FactorReset): Promise<void> {
  return inTransaction(sql, async (tx) => {
    const { actor, subject } = await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    requireNotOwnAccount(staff, userId)
    // A password alone would then open the office.
    if (isStaff(subject.role)) requireStanding(actor, 'authority:change')
    requireNotClosed(subject)
    const before = await deleteAllFactors(tx, userId)
    if (Object.values(before).every((count) => count === 0)) return
    await endAccess(tx, userId, staff.at)
    const after = { totp: 0, passkeys: 0, recoveryCodes: 0, reason }
    await record(tx, {
      auditEntries: [auditEntry(staff, { subjectId: userId, action: 'factors.reset', before, after })],
      notifications: [{ personId: userId, kind: 'factors.reset', data: {}, at: staff.at }],
    })
  })
}
