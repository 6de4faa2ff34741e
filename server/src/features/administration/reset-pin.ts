import type { StaffUser } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { MAX_WRONG_SECRETS } from '../../ledger/account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { clearPin } from '../../ledger/secrets.ts'
import { lockForStaffAct, refuseOwnAccount } from '../../people/own-account.ts'
import { requireStaffUser } from '../../people/person.ts'
import { readSecrets } from './store.ts'

/** Without a PIN nothing changes, and no audit entry is written. */
export function resetPin(sql: Sql, staff: StaffContext, userId: string): Promise<StaffUser> {
  return inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, userId, 'secrets:reset')
    refuseOwnAccount(staff, userId)
    const { hasPin, pinAttempts } = await readSecrets(tx, userId)
    if (hasPin) {
      await clearPin(tx, userId)
      const entry = auditEntry(staff, {
        subjectId: userId,
        action: 'pin.reset',
        before: { hasPin: true, locked: pinAttempts >= MAX_WRONG_SECRETS },
        after: { hasPin: false, locked: false },
      })
      const notification = { personId: userId, kind: 'pin.reset' as const, data: {}, at: staff.at }
      await record(tx, { auditEntries: [entry], notifications: [notification] })
    }
    return requireStaffUser(tx, userId)
  })
}
