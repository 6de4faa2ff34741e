import { EXPIRED_REASON, PROPOSALS } from '#contract/authority/proposal-kinds.ts'
import type { Proposal } from '#contract/authority/proposals.ts'
import type { Caller } from '../access/api-key.ts'
import { sessionMay } from '../access/session.ts'
import { Proposed } from '../http/route.ts'
import { isExpired, PROPOSAL_LIFETIME_MS } from '../ledger/second-person.ts'
import type { NamedProposalRow } from './proposal.ts'

/** 202 with the first of the proposals; null: nothing waits. */
export const answerProposed = (made: readonly { row: NamedProposalRow }[], at: Date): Proposed | null =>
  made[0] ? new Proposed(toProposal(made[0].row, at)) : null

const person = (id: string | null, name: string | null) => (id ? { _id: id, fullName: name ?? '' } : null)

function subjectOf({ subject_id: id, subject_name: fullName, subject_email: email }: NamedProposalRow) {
  return id ? { _id: id, fullName: fullName ?? '', email: email ?? '' } : null
}

/**
 * For the list. As in the settings, the mail account is for staff who may change it, and for auditors, who read it in the
 * audit log.
 */
export function toListedProposal(row: NamedProposalRow, session: Caller, at: Date): Proposal {
  const proposal = toProposal(row, at)
  const seesMail = sessionMay(session, PROPOSALS.mail_server) || sessionMay(session, 'audit:read')
  return row.kind === 'mail_server' && !seesMail ? { ...proposal, before: {}, after: {} } : proposal
}

/** Field by field: what confirming writes, and the secret in it, can't leak. */
export function toProposal(row: NamedProposalRow, at: Date): Proposal {
  const expiresAt = new Date(row.proposed_at.getTime() + PROPOSAL_LIFETIME_MS)
  const expired = row.state === 'pending' && isExpired(row.proposed_at, at)
  return {
    _id: row.id,
    kind: row.kind,
    subject: subjectOf(row),
    before: row.before,
    after: row.after,
    proposedBy: { _id: row.proposed_by, fullName: row.proposer_name },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: expired ? 'expired' : row.state,
    reason: expired ? EXPIRED_REASON : row.reason,
    decidedBy: person(row.decided_by, row.decider_name),
    decidedAt: expired ? expiresAt.toISOString() : (row.decided_at?.toISOString() ?? null),
  }
}
