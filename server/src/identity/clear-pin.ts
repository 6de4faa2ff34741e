import { MAX_WRONG_SECRETS } from '../ledger/account.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { clearPin } from '../ledger/secrets.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { voidPinLink } from './pin/pin-recovery.ts'

/** Whether there is a PIN and whether it is locked, never its value. */
export async function readPinState(tx: Tx, accountId: string): Promise<{ hasPin: boolean; locked: boolean }> {
  const [row] = await tx<{ has_pin: boolean; pin_attempts: number }[]>`
    select pin_hash is not null as has_pin, pin_attempts from accounts where id = ${accountId}`
  if (!row) throw new Error(`Account ${accountId} is gone`)
  return { hasPin: row.has_pin, locked: row.pin_attempts >= MAX_WRONG_SECRETS }
}

/** Returns what the caller must record; nothing if there is no PIN. The person must be locked. */
export async function clearPinOf(
  tx: Tx,
  staff: StaffContext,
  personId: string,
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const before = await readPinState(tx, personId)
  if (!before.hasPin) return { auditEntries: [], notifications: [] }
  await clearPin(tx, personId)
  await voidPinLink(tx, personId)
  const after = { hasPin: false, locked: false }
  return {
    auditEntries: [auditEntry(staff, { subjectId: personId, action: 'pin.reset', before, after })],
    notifications: [{ personId, kind: 'pin.reset', data: {}, at: staff.at }],
  }
}
