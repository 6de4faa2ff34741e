import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { endSessionsOf } from '../../sessions/end-session.ts'
import { forgetDevices } from '../../sessions/known-devices.ts'

/** Without open sessions only the known devices are forgotten, and no audit entry is written. */
export function endSessions(sql: Sql, staff: StaffContext, userId: string): Promise<{ ended: number }> {
  return inTransaction(sql, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new Refusal('not_found')
    const ended = await endSessionsOf(tx, userId, staff.at)
    await forgetDevices(tx, userId)
    if (ended > 0) {
      const entry = { subjectId: userId, action: 'sessions.ended', before: { sessions: ended }, after: { sessions: 0 } }
      await record(tx, { auditEntries: [auditEntry(staff, entry)] })
    }
    return { ended }
  })
}
