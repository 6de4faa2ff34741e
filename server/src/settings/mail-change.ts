import { findAdministrators } from '../authority/administrators.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'

/**
 * Notifies every Admin in the bell, which a mail server can't withhold. Only those who are locked: locking an Admin who was
 * appointed since could deadlock.
 */
export async function notifyMailChange(
  tx: Tx,
  { actorId, at }: StaffContext,
  lockedIds: readonly string[],
): Promise<Notification[]> {
  const admins = (await findAdministrators(tx)).filter((id) => lockedIds.includes(id))
  return admins.map((id) => ({ personId: id, kind: 'mail_server.changed', data: { actorId }, at }))
}
