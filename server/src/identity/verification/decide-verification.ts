import type { Submission } from '#contract/identity/verification.ts'
import { isStaff } from '#contract/permissions.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStanding } from '../../authority/own-account.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { changeStanding } from '../change-standing.ts'
import { gainsPower } from '../power.ts'
import { readLatestSubmission } from './read-verification.ts'
import * as store from './store.ts'
import { decideSubmitted } from './verifications.ts'

type Input = {
  userId: string
  decision: 'approve' | 'reject'
  reason: string
  submissionId?: string | undefined
}

/** The lock lets one of two deciders through; the other finds it decided. */
export function decideVerification(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  staff: StaffContext,
  input: Input,
): Promise<Submission> {
  const { userId, decision } = input
  requireNotOwnAccount(staff, userId)
  const state = decision === 'approve' ? 'approved' : 'rejected'
  const reason = decision === 'approve' ? '' : input.reason
  return inTransaction(sql, async (tx) => {
    const { actor, subject } = await lockForStaffAct(tx, staff, userId, 'people:edit')
    // Approving a member of staff gives power.
    if (isStaff(subject.role)) requireStanding(actor, 'authority:change')
    requireOpenVerification(await store.findLatest(tx, userId), input.submissionId)
    // A frozen or closed account must not become Active by this.
    if (subject.status !== 'Pending') throw new Refusal('not_pending')
    // With four eyes, the status of staff is proposed by `PATCH /admin/user`, which approves the documents too.
    if (
      config.fourEyesAboveCents !== null &&
      decision === 'approve' &&
      gainsPower(subject, { ...subject, status: 'Active' })
    )
      throw new Refusal('second_admin_needed')
    await decideSubmitted(tx, userId, { state, reason, decidedBy: staff.actorId, at: staff.at })
    const standing =
      decision === 'approve' ? await changeStanding(tx, staff, { personId: userId, status: 'Active' }) : NOTHING
    const entry = auditEntry(staff, {
      subjectId: userId,
      action: `verification.${state}`,
      before: { verification: 'submitted' },
      after: { verification: state, ...(reason && { reason }) },
    })
    const notification = { personId: userId, kind: `verification.${state}` as const, data: { reason }, at: staff.at }
    await record(tx, {
      auditEntries: [entry, ...standing.auditEntries],
      notifications: [...standing.notifications, notification],
    })
    return readLatestSubmission(tx, userId)
  })
}

const NOTHING = { auditEntries: [], notifications: [] }

function requireOpenVerification(latest: store.VerificationRow | null, reviewedId: string | undefined): void {
  if (!latest) throw new Refusal('not_found')
  if (reviewedId !== undefined && latest.id !== reviewedId) throw new Refusal('changed_meanwhile')
  if (latest.state !== 'submitted') throw new Refusal('verification_decided')
}
