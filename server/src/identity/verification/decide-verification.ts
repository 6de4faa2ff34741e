import { SUBMISSION_TEXT, type Submission } from '#contract/identity/verification.ts'
import { isStaff } from '#contract/permissions.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStanding, type StaffAct } from '../../authority/own-account.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { changeStanding } from '../change-standing.ts'
import { requireOtherVerifier } from '../other-verifier.ts'
import { gainsPower } from '../power.ts'
import { decideNameChange, type SubmissionDecision } from './decide-name-change.ts'
import { readLatestSubmission } from './read-verification.ts'
import * as store from './store.ts'
import { decideSubmitted } from './verifications.ts'

type Input = {
  userId: string
  decision: 'approve' | 'reject'
  reason: string
  submissionId?: string | undefined
  expected?: { fullName?: string | undefined; dob?: string | undefined } | undefined
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
    const act = await lockForStaffAct(tx, staff, userId, 'people:edit')
    // Approving a member of staff gives power.
    if (isStaff(act.subject.role)) requireStanding(act.actor, 'authority:change')
    const latest = requireOpen(await store.findLatest(tx, userId), input.submissionId)
    const unseen = state === 'approved' ? await store.countUnseen(tx, latest.id, userId, staff.actorId) : 0
    // Who names what they reviewed has looked at all of it. A client that names nothing decides as before, and the audit log says so.
    if (unseen > 0 && input.submissionId !== undefined) throw new Refusal('documents_unseen')
    await requireReviewed(tx, latest, input)
    const done =
      latest.kind === 'name_change'
        ? await decideNameChange(tx, staff, latest, { userId, state, reason, unseen })
        : await decideIdentity(tx, config, staff, act, { userId, state, reason, unseen })
    await record(tx, done)
    return readLatestSubmission(tx, userId)
  })
}

async function decideIdentity(
  tx: Tx,
  config: Pick<Deps['config'], 'fourEyesAboveCents'>,
  staff: StaffContext,
  { subject }: StaffAct,
  { userId, state, reason, unseen }: SubmissionDecision,
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  // A frozen or closed account must not become Active by this.
  if (subject.status !== 'Pending') throw new Refusal('not_pending')
  // With four eyes, the status of staff is proposed by `PATCH /admin/user`, which approves the documents too.
  if (
    config.fourEyesAboveCents !== null &&
    state === 'approved' &&
    gainsPower(subject, { ...subject, status: 'Active' })
  )
    throw new Refusal('second_admin_needed')
  if (state === 'approved') await requireOtherVerifier(tx, config, staff, userId)
  await decideSubmitted(tx, userId, { state, reason, decidedBy: staff.actorId, at: staff.at })
  const changes =
    state === 'approved' ? (await changeStanding(tx, staff, { personId: userId, status: 'Active' })).auditEntries : []
  const entry = auditEntry(staff, {
    subjectId: userId,
    action: `verification.${state}`,
    before: { verification: 'submitted' },
    after: { verification: state, ...(reason && { reason }), ...(unseen > 0 && { unseenDocuments: unseen }) },
  })
  const notification = { personId: userId, kind: `verification.${state}` as const, data: { reason }, at: staff.at }
  // Approved documents say why the status changed: one notification, not two.
  return { auditEntries: [entry, ...changes], notifications: [notification] }
}

function requireOpen(latest: store.VerificationRow | null, reviewedId: string | undefined): store.VerificationRow {
  if (!latest) throw new Refusal('not_found')
  if (reviewedId !== undefined && latest.id !== reviewedId) throw new Refusal('changed_meanwhile')
  if (latest.state !== 'submitted') throw new Refusal('verification_decided')
  return latest
}

/**
 * A Pending person may change their name while staff look at the documents, and a verified one may ask for another: approved is the one
 * that was looked at. With the id of a request, `expected` is the present name; without it, the one that is asked for. A client that names
 * nothing may have looked at a request that this one replaced.
 */
async function requireReviewed(tx: Tx, latest: store.VerificationRow, input: Input): Promise<void> {
  const { userId, decision, submissionId, expected } = input
  const isUnnamed = latest.kind === 'name_change' && decision === 'approve' && submissionId === undefined
  if (isUnnamed && !expected && (await store.hasReplaced(tx, latest.id, userId)))
    throw invalidField('submissionId', SUBMISSION_TEXT)
  if (!expected) return
  const user = await requireUser(tx, userId)
  const { fullName = user.fullName, dob = user.dob } = expected
  const reviewed = isUnnamed ? { fullName: latest.full_name ?? '', dob: latest.dob ?? '' } : user
  if (fullName !== reviewed.fullName || dob !== reviewed.dob) throw new Refusal('changed_meanwhile')
}
