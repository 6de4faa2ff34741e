import { WITHDRAWN_REASON } from '#contract/authority/proposal-kinds.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { AuditEntry } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { decideProposal, findPendingOf } from './proposals/store.ts'

type Proposer = { id: string; fullName: string }

/** The people whom pending proposals of a member of staff are about, to lock them with the proposer. */
export const findProposedSubjects = async (tx: Tx, proposerId: string): Promise<string[]> =>
  (await findPendingOf(tx, proposerId)).flatMap(({ subject_id }) => subject_id ?? [])

/** Rejects what waits of a member of staff who leaves. They and the subjects are locked; the caller records the entries. */
export async function withdrawProposals(tx: Tx, staff: StaffContext, proposer: Proposer): Promise<AuditEntry[]> {
  const rows = await findPendingOf(tx, proposer.id)
  for (const { id } of rows)
    await decideProposal(tx, id, { state: 'rejected', by: staff.actorId, at: staff.at, reason: WITHDRAWN_REASON })
  return rows.map(({ id: proposalId, kind, subject_id: subjectId }) =>
    auditEntry(staff, {
      subjectId,
      action: 'proposal.rejected',
      before: { proposalId, kind, proposedBy: proposer.id, proposedByName: proposer.fullName },
      after: { state: 'rejected', reason: WITHDRAWN_REASON },
    }),
  )
}
