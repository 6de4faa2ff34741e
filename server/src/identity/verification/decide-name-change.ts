import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { updatePerson } from '../update-person.ts'
import type { VerificationRow } from './store.ts'
import { decideNameRequest } from './verifications.ts'

export type SubmissionDecision = {
  userId: string
  state: 'approved' | 'rejected'
  reason: string
  /** How many documents of an approved submission the actor never opened. */
  unseen: number
}

/** Approving changes name and date of birth, once. Returns what the caller records. The person must be locked. */
export async function decideNameChange(
  tx: Tx,
  staff: StaffContext,
  request: Pick<VerificationRow, 'full_name' | 'dob'>,
  { userId, state, reason, unseen }: SubmissionDecision,
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const asked = { fullName: request.full_name ?? '', dob: request.dob ?? '' }
  await decideNameRequest(tx, userId, { state, reason, decidedBy: staff.actorId, at: staff.at })
  if (state === 'rejected')
    return {
      auditEntries: [
        auditEntry(staff, {
          subjectId: userId,
          action: 'name_change.rejected',
          before: {},
          after: { ...asked, reason },
        }),
      ],
      notifications: [{ personId: userId, kind: 'name.change_rejected', data: { reason }, at: staff.at }],
    }
  const updated = await updatePerson(tx, userId, asked, staff.at)
  if (!updated) throw new Refusal('not_found')
  const { before, after: changed } = updated.changed ?? { before: {}, after: {} }
  const after = { ...changed, ...(unseen > 0 && { unseenDocuments: unseen }) }
  return {
    auditEntries: [auditEntry(staff, { subjectId: userId, action: 'name_change.approved', before, after })],
    notifications: [{ personId: userId, kind: 'name.changed', data: {}, at: staff.at }],
  }
}
