import type { StaffUser } from '#contract/customers/people.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStandingForStaff } from '../../authority/own-account.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { clearCode } from '../../ledger/secrets.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { requireNotClosed } from './person-proposals.ts'
import { readSecrets } from './store.ts'

/** Without a code nothing changes, and no audit entry is written. */
export function removeCode(sql: Sql, staff: StaffContext, userId: string): Promise<StaffUser> {
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    requireNotOwnAccount(staff, userId)
    requireStandingForStaff(act)
    requireNotClosed(act.subject)
    const { hasCode, codeExpiresAt, codeDescription } = await readSecrets(tx, userId)
    if (hasCode || codeDescription) {
      await clearCode(tx, userId)
      const entry = auditEntry(staff, {
        subjectId: userId,
        action: 'code.cleared',
        before: { code: hasCode ? 'set' : 'none', expireDate: codeExpiresAt, codeDescription },
        after: { code: 'none', expireDate: null, codeDescription: '' },
      })
      const notification = { personId: userId, kind: 'code.cleared' as const, data: {}, at: staff.at }
      await record(tx, { auditEntries: [entry], notifications: [notification] })
    }
    return requireStaffUser(tx, userId)
  })
}
