import { EXPIRED_REASON, PROPOSALS, type ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { ListedProposal, Proposal } from '#contract/authority/proposals.ts'
import type { Caller } from '../access/api-key.ts'
import { sessionMay } from '../access/session.ts'
import { Proposed } from '../http/route.ts'
import { confirmerRefusal, isExpired, PROPOSAL_LIFETIME_MS } from '../ledger/second-person.ts'
import type { NamedProposalRow } from './proposal.ts'
import type { StaffMember } from './staff-history.ts'

/** 202 with the first of the proposals; null: nothing waits. */
export const answerProposed = (made: readonly { row: NamedProposalRow }[], at: Date): Proposed | null =>
  made[0] ? new Proposed(toProposal(made[0].row, at)) : null

const person = (id: string | null, name: string | null) => (id ? { _id: id, fullName: name ?? '' } : null)

function subjectOf({ subject_id: id, subject_name: fullName, subject_email: email }: NamedProposalRow) {
  return id ? { _id: id, fullName: fullName ?? '', email: email ?? '' } : null
}

type Reader = { session: Caller; at: Date; history: readonly StaffMember[] }

/**
 * A proposal as the list shows it, with the histories of its reader and of all proposers. As on their own pages, the mail account
 * and journal entries are for staff who may change them, and for auditors, who read them in the audit log.
 */
export function toListedProposal(row: NamedProposalRow, reader: Reader): ListedProposal {
  const { session, at } = reader
  const proposal = { ...toProposal(row, at), rule: ruleOf(row, reader) }
  const seesAll = sessionMay(session, PROPOSALS[row.kind]) || sessionMay(session, 'audit:read')
  return CONFIDENTIAL.includes(row.kind) && !seesAll ? { ...proposal, before: {}, after: {} } : proposal
}

/** What only those read who may propose it, and auditors. */
const CONFIDENTIAL: readonly ProposalKind[] = ['mail_server', 'journal_entry']

/** Why the reader, who has the permission, can't confirm it. */
function ruleOf(row: NamedProposalRow, { session, at, history }: Reader): ListedProposal['rule'] {
  const pending = row.state === 'pending' && !isExpired(row.proposed_at, at)
  if (!pending || !sessionMay(session, PROPOSALS[row.kind])) return null
  const find = (personId: string) => history.find(({ id }) => id === personId)
  const [me, proposer] = [find(session.personId), find(row.proposed_by)]
  if (!me || !proposer || row.subject_id === me.id) return 'second_admin_needed'
  return confirmerRefusal(me, proposer, at)
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
