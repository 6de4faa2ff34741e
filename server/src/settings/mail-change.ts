import type { Tx } from '../db/connection.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { Notification } from '../ledger/types.ts'

/** Tells every administrator in the bell, which a mail server can't withhold. */
export async function notifyMailChange(tx: Tx, { actorId, at }: StaffContext): Promise<Notification[]> {
  const admins = await tx<{ id: string }[]>`select id from people where role = 'Admin' and status = 'Active'`
  return admins.map(({ id }) => ({ personId: id, kind: 'mail_server.changed', data: { actorId }, at }))
}
