import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { endAccess } from './end-access.ts'
import { deleteAllFactors, writeFactorsChanged } from './factors.ts'

type FactorReset = { personId: string; reason: string }

/** Removes every second factor and ends every way in. The person must be locked. Without factors nothing changes. */
export async function resetFactorsOf(
  tx: Tx,
  staff: StaffContext,
  { personId, reason }: FactorReset,
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const before = await deleteAllFactors(tx, personId)
  if (Object.values(before).every((count) => count === 0)) return { auditEntries: [], notifications: [] }
  await writeFactorsChanged(tx, personId, staff.at)
  await endAccess(tx, personId, staff.at)
  const after = { totp: 0, passkeys: 0, recoveryCodes: 0, reason }
  return {
    auditEntries: [auditEntry(staff, { subjectId: personId, action: 'factors.reset', before, after })],
    notifications: [{ personId, kind: 'factors.reset', data: {}, at: staff.at }],
  }
}
