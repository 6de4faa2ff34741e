import { lockForStaffAct, requireStandingForStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { endAccess } from '../end-access.ts'

/**
 * Half-finished logins, reset links and known devices end and are audited too: staff could otherwise keep a customer out
 * without a trace. With none of them, no audit entry is written.
 */
export function endSessions(sql: Sql, staff: StaffContext, userId: string): Promise<{ ended: number }> {
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    if (staff.actorId !== userId) requireStandingForStaff(act)
    const before = await endAccess(tx, userId, staff.at)
    if (Object.values(before).some((count) => count > 0)) {
      const after = { sessions: 0, challenges: 0, resetLinks: 0, devices: 0 }
      const entry = auditEntry(staff, { subjectId: userId, action: 'sessions.ended', before, after })
      await record(tx, { auditEntries: [entry] })
    }
    return { ended: before.sessions }
  })
}
