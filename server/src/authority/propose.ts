import { EXPIRED_REASON, type ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { Role } from '#contract/permissions.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { record } from '../ledger/record.ts'
import type { AuditEntry } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { publishOfficeEvent } from './office-events.ts'
import type { Acts, Fields, NamedProposalRow } from './proposal.ts'
import { expiryEntry } from './proposals/expiry-entry.ts'
import { closeExpiredFor, findPending, findPendingProposers, findProposal, insertProposal } from './proposals/store.ts'

/** A change that waits for a second member of staff. */
export type ProposalDraft = {
  kind: ProposalKind
  /** Null for the settings. */
  subject: { id: string; role: Role } | null
  /** What it is about, if that is no person and there are several of the kind. */
  aboutId?: string
  /** What staff see. Never a secret. */
  before: Fields
  after: Fields
  /** What must still be so when it is confirmed, and what is written then. */
  basis: Fields
  change: Fields
  /** Encrypted. */
  secret?: Buffer | null
}

export type MadeProposal = { row: NamedProposalRow; isNew: boolean; auditEntries: AuditEntry[] }

/**
 * Stores a proposal. The caller holds the lock of what it is about (for the settings, of those who proposed a change of
 * them, whose expiry may be recorded), and then calls `recordActs`. The same change again is
 * the same proposal; a different one has to wait until that is decided.
 */
export async function propose(tx: Tx, staff: StaffContext, draft: ProposalDraft): Promise<MadeProposal> {
  const { kind, subject, before, after, basis, change, secret = null } = draft
  const subjectId = subject?.id ?? null
  const about = { kind, subjectId, aboutId: draft.aboutId ?? null }
  const expired = await closeExpiredFor(tx, about, staff.at, EXPIRED_REASON)
  const pending = await findPending(tx, about)
  if (pending) {
    const isSame = !secret && !pending.secret && isEqual([pending.basis, pending.change], [basis, change])
    if (!isSame) throw new Refusal('already_proposed')
    return { row: pending, isNew: false, auditEntries: [] }
  }
  const id = newIdAt(staff.at)
  await insertProposal(tx, {
    id,
    kind,
    subject_id: subjectId,
    subject_role: subject?.role ?? null,
    about_id: about.aboutId,
    before,
    after,
    basis,
    change,
    secret,
    proposed_by: staff.actorId,
    proposer_role: await readRole(tx, staff.actorId),
    proposed_at: staff.at,
  })
  const row = await findPending(tx, about)
  if (!row) throw new Error(`Proposal ${id} is gone`)
  const made = { subjectId, action: 'proposal.made', before, after: { ...after, proposalId: id, kind } }
  const expiries = expired.map((one) => expiryEntry(one, staff.at))
  return { row, isNew: true, auditEntries: [...expiries, auditEntry(staff, made)] }
}

/** One that was made, as it is now. */
export async function readProposal(tx: Tx, id: string): Promise<NamedProposalRow> {
  const row = await findProposal(tx, id)
  if (!row) throw new Error(`Proposal ${id} is gone`)
  return row
}

async function readRole(tx: Tx, personId: string): Promise<Role> {
  const [row] = await tx<{ role: Role }[]>`select role from people where id = ${personId}`
  if (!row) throw new Error(`Person ${personId} is gone`)
  return row.role
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Who proposed what is not decided yet, of these kinds: their accounts are locked before `propose`, which may record an expiry. */
export const findProposers = (tx: Tx, kinds: readonly ProposalKind[]): Promise<string[]> =>
  findPendingProposers(tx, kinds)

/** Writes what was done and what was proposed, and tells the office. Call it last in a transaction. */
export async function recordActs(
  tx: Tx,
  { auditEntries, notifications }: Acts,
  proposals: readonly MadeProposal[],
): Promise<void> {
  const entries = [...auditEntries, ...proposals.flatMap((made) => made.auditEntries)]
  if (entries.length > 0 || notifications.length > 0) await record(tx, { auditEntries: entries, notifications })
  for (const { row, isNew } of proposals)
    if (isNew)
      await publishOfficeEvent(tx, {
        kind: 'office.proposed',
        personId: row.proposed_by,
        subjectId: row.id,
        at: row.proposed_at,
      })
}
