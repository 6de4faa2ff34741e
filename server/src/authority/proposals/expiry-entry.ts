import { EXPIRED_REASON } from '#contract/authority/proposal-kinds.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import type { AuditEntry } from '../../ledger/types.ts'
import type { ExpiredRow } from './store.ts'

/** The system acts in the name of the proposer; the request says that it was a job. */
export const EXPIRY_REQUEST = 'job: expire proposals'

export function expiryEntry(row: ExpiredRow, at: Date): AuditEntry {
  const { id, kind, subject_id: subjectId, proposed_by: proposedBy, proposer_name: proposedByName } = row
  return auditEntry(
    { actorId: proposedBy, at, requestId: EXPIRY_REQUEST },
    {
      subjectId,
      action: 'proposal.expired',
      before: { proposalId: id, kind, proposedBy, proposedByName },
      after: { state: 'expired', reason: EXPIRED_REASON },
    },
  )
}
