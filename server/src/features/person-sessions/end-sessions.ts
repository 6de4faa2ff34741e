import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endAccess } from '../../identity/end-access.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { lockForStaffAct, requireStandingForStaff } from '../../people/own-account.ts'

/** Without open sessions no audit entry is written, but half-finished logins, reset links and known devices end. */
export function endSessions(sql: Sql, staff: StaffContext, userId: string): Promise<{ ended: number }> {
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    if (staff.actorId !== userId) requireStandingForStaff(act)
    const { sessions: ended } = await endAccess(tx, userId, staff.at)
    if (ended > 0) {
      const entry = { subjectId: userId, action: 'sessions.ended', before: { sessions: ended }, after: { sessions: 0 } }
      await record(tx, { auditEntries: [auditEntry(staff, entry)] })
    }
    return { ended }
  })
}
