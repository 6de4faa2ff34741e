import type { ProposalKind, ProposalState } from '#contract/authority/proposal-kinds.ts'
import type { User } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import type { History } from './staff-history.ts'

export type Fields = Record<string, unknown>

export type ProposalRow = {
  id: string
  kind: ProposalKind
  subject_id: string | null
  subject_role: Role | null
  before: Fields
  after: Fields
  basis: Fields
  change: Fields
  secret: Buffer | null
  proposed_by: string
  proposer_role: Role
  proposed_at: Date
  state: ProposalState
  reason: string
  decided_by: string | null
  decided_at: Date | null
}

export type NamedProposalRow = ProposalRow & {
  subject_name: string | null
  subject_email: string | null
  proposer_name: string
  decider_name: string | null
}

/** A person who has a part in a proposal, as read under lock. */
export type Party = History & { id: string; role: Role; status: User['status']; fullName: string }

/** What was done, for the caller to record. */
export type Acts = { auditEntries: AuditEntry[]; notifications: Notification[] }

/**
 * How a kind of proposal is carried out. The domain that owns what is changed has it; `app.ts` puts the handlers of all
 * kinds together, and confirming looks up the kind.
 */
export type ProposalHandler = {
  /** People who are notified, and so locked together with the parties. */
  findNotified?: (tx: Tx) => Promise<string[]>
  /** Carries it out if nothing that it depends on has changed since. The parties and the notified are locked. */
  apply: (tx: Tx, staff: StaffContext, proposal: ProposalRow, locked: ProposalLock) => Promise<Acts>
}

export type ProposalLock = {
  /** Null: the proposal is not about a person. */
  subject: Party | null
  ids: readonly string[]
}

export type ProposalHandlers = Readonly<Record<ProposalKind, ProposalHandler>>
