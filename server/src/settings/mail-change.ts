import type { Tx } from '../db/connection.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { Notification } from '../ledger/types.ts'

/** Whom a change of the mail server is told. To be locked with the actor, in one statement: telling them writes to their accounts. */
export const findAdministrators = async (tx: Tx): Promise<string[]> =>
  (await tx<{ id: string }[]>`select id from people where role = 'Admin' and status = 'Active'`).map(({ id }) => id)

/**
 * Tells every administrator in the bell, which a mail server can't withhold. Only those who are locked: who became one
 * since is not told, because locking them now could deadlock.
 */
export async function notifyMailChange(
  tx: Tx,
  { actorId, at }: StaffContext,
  lockedIds: readonly string[],
): Promise<Notification[]> {
  const admins = (await findAdministrators(tx)).filter((id) => lockedIds.includes(id))
  return admins.map((id) => ({ personId: id, kind: 'mail_server.changed', data: { actorId }, at }))
}
