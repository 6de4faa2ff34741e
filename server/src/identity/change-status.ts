import type { Status } from '#contract/customers/people.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import { closeAccounts } from '../ledger/close-accounts.ts'
import type { Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { invalidField, Refusal } from '../platform/runtime/refusal.ts'

export type StatusChange = { personId: string; before: Status; after: Status; reason: string }

/** Freezing, closing and unfreezing are explained to the next member of staff; verifying a person explains itself. */
export function requireReason({ before, after, reason }: Omit<StatusChange, 'personId'>): void {
  const isNeeded = after === 'Frozen' || after === 'Closed' || before === 'Frozen'
  if (isNeeded && reason === '') throw invalidField('reason', 'Enter a reason.')
}

/**
 * The rules of a new status, under the lock of the account: the ledger reads the status under the same lock. Keeps the
 * reason with its time and author, for staff only.
 */
export async function applyStatus(tx: Tx, { actorId, at }: StaffContext, change: StatusChange): Promise<void> {
  const { personId, before, after, reason } = change
  // Final: what was promised to the customer and reported for the closed account stays true.
  if (before === 'Closed') throw new Refusal('account_closed')
  requireReason(change)
  if (after === 'Closed' && !(await closeAccounts(tx, personId, at))) throw new Refusal('account_not_empty')
  if (after === 'Closed') await tx`delete from push_devices where person_id = ${personId}`
  await tx`
    update people set status_reason = ${reason}, status_changed_at = ${at}, status_changed_by = ${actorId}
    where id = ${personId}`
}

/** The person learns that the status has changed, by email too where it stops or allows payments again; not the reason. */
export function notifyStatus({ personId, before, after }: StatusChange, at: Date): Notification {
  const kind =
    after === 'Frozen'
      ? 'account.frozen'
      : after === 'Closed'
        ? 'account.closed'
        : before === 'Frozen'
          ? 'account.unfrozen'
          : 'status.changed'
  return { personId, kind, data: { status: after }, at }
}
