import { PROPOSALS, type ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { Proposal } from '#contract/authority/proposals.ts'
import { isStaff } from '#contract/permissions.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { confirmerRefusal, isExpired } from '../../ledger/second-person.ts'
import type { AuditEntry } from '../../ledger/types.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import type { Party, ProposalHandlers, ProposalRow } from '../proposal.ts'
import { toProposal } from '../proposal-response.ts'
import { lockParties, requirePermission } from './parties.ts'
import { decideProposal, findProposal, lockProposal } from './store.ts'

/** Carries a proposal out. Everything it depends on is locked first, so that of two confirmations one succeeds. */
export function confirmProposal(
  { sql, handlers }: { sql: Sql; handlers: ProposalHandlers },
  staff: StaffContext,
  id: string,
): Promise<Proposal> {
  return inTransaction(sql, async (tx) => {
    const findNotified = (kind: ProposalKind) => handlers[kind].findNotified?.(tx) ?? []
    const locked = await lockForDecision(tx, staff, id, { state: 'confirmed', findNotified })
    const { row, confirmer, proposer, subject, isRetry, ids } = locked
    if (!isRetry) {
      requireConfirmer(row, { confirmer, proposer, subject }, staff.at)
      // The confirmation is stored first: rules of the database ask for it when the proposal is carried out.
      await decideProposal(tx, id, { state: 'confirmed', by: staff.actorId, at: staff.at, reason: '' })
      const done = await handlers[row.kind].apply(tx, staff, row, { subject, ids })
      const confirmed = decisionEntry(staff, row, proposer, { state: 'confirmed' })
      await record(tx, {
        auditEntries: [confirmed, ...done.auditEntries],
        notifications: done.notifications,
      })
    }
    return readProposal(tx, id, staff.at)
  })
}

/** The proposer withdraws with the same call. */
export function rejectProposal(sql: Sql, staff: StaffContext, id: string, reason: string): Promise<Proposal> {
  return inTransaction(sql, async (tx) => {
    const { row, confirmer, proposer, subject, isRetry } = await lockForDecision(tx, staff, id, { state: 'rejected' })
    if (!isRetry) {
      if (confirmer.id !== proposer.id) requireStandingFor(subject, confirmer)
      await decideProposal(tx, id, { state: 'rejected', by: staff.actorId, at: staff.at, reason })
      await record(tx, { auditEntries: [decisionEntry(staff, row, proposer, { state: 'rejected', reason })] })
    }
    return readProposal(tx, id, staff.at)
  })
}

type WantedDecision = {
  state: 'confirmed' | 'rejected'
  findNotified?: (kind: ProposalKind) => Promise<string[]> | string[]
}

async function lockForDecision(tx: Tx, staff: StaffContext, id: string, wanted: WantedDecision) {
  // Accounts before the proposal, as everything that proposes locks them. A proposal's parties never change.
  const found = await findProposal(tx, id)
  if (!found) throw new Refusal('not_found')
  const notifiedIds = (await wanted.findNotified?.(found.kind)) ?? []
  const parties = await lockParties(tx, [staff.actorId, found.proposed_by, found.subject_id, ...notifiedIds])
  const row = await lockProposal(tx, id)
  if (!row) throw new Refusal('not_found')
  const confirmer = requirePermission(parties.get(staff.actorId), PROPOSALS[row.kind])
  const proposer = parties.get(row.proposed_by)
  const subject = row.subject_id === null ? null : parties.get(row.subject_id)
  if (!proposer || subject === undefined) throw new Error(`A person of proposal ${id} is gone`)
  // The same decision again is a retry.
  const isRetry = row.state === wanted.state && row.decided_by === staff.actorId
  if (row.state === 'expired' || (row.state === 'pending' && isExpired(row.proposed_at, staff.at)))
    throw new Refusal('proposal_expired')
  if (row.state !== 'pending' && !isRetry) throw new Refusal('proposal_decided')
  return { row, confirmer, proposer, subject, isRetry, ids: [...parties.keys()] }
}

/** What is about staff is decided by Admins, whatever permission the kind needs. */
function requireStandingFor(subject: Party | null, decider: Party): void {
  if (subject && isStaff(subject.role)) requirePermission(decider, 'authority:change')
}

type Parties = { confirmer: Party; proposer: Party; subject: Party | null }

function requireConfirmer(row: ProposalRow, { confirmer, proposer, subject }: Parties, at: Date): void {
  requireStandingFor(subject, confirmer)
  const refusal = confirmer.id === subject?.id ? 'second_admin_needed' : confirmerRefusal(confirmer, proposer, at)
  if (refusal) throw new Refusal(refusal)
  // A party whose role changed in between would propose, or be, something else today.
  const isStale =
    proposer.role !== row.proposer_role ||
    proposer.status !== 'Active' ||
    (subject !== null && subject.role !== row.subject_role)
  if (isStale) throw new Refusal('proposal_outdated')
}

function decisionEntry(staff: StaffContext, row: ProposalRow, proposer: Party, after: object): AuditEntry {
  const { id, kind, subject_id: subjectId } = row
  const before = { proposalId: id, kind, proposedBy: proposer.id, proposedByName: proposer.fullName }
  const action = 'reason' in after ? 'proposal.rejected' : 'proposal.confirmed'
  return auditEntry(staff, { subjectId, action, before, after })
}

async function readProposal(tx: Tx, id: string, at: Date): Promise<Proposal> {
  const row = await findProposal(tx, id)
  if (!row) throw new Refusal('not_found')
  return toProposal(row, at)
}
