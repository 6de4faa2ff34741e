import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { User } from '#contract/customers/people.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import type { Party, ProposalHandler, ProposalRow } from '../../authority/proposal.ts'
import { type ErasureDeps, erasePerson } from '../../customers/erase-person.ts'
import { findUser } from '../../customers/person.ts'
import { changeStanding } from '../../identity/change-standing.ts'
import { clearPinOf } from '../../identity/clear-pin.ts'
import { resetFactorsOf } from '../../identity/reset-factors.ts'
import { updatePerson } from '../../identity/update-person.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type NameFields = Partial<Pick<User, 'fullName' | 'dob'>>
type StandingFields = Partial<Pick<User, 'role' | 'status'>>

/** The person of the proposal, who is locked, if nothing of what it depends on has changed since. */
async function requireUnchanged(tx: Tx, { basis, kind }: ProposalRow, subject: Party | null): Promise<string> {
  if (!subject) throw new Error(`A proposal of the kind ${kind} is about a person`)
  const current: Record<string, unknown> = { ...(await findUser(tx, subject.id)) }
  if (Object.keys(basis).some((field) => basis[field] !== current[field])) throw new Refusal('proposal_outdated')
  return subject.id
}

export const personProposalHandlers = (deps: ErasureDeps) =>
  ({
    role: {
      apply: async (tx, staff, proposal, { subject }) => {
        const personId = await requireUnchanged(tx, proposal, subject)
        return changeStanding(tx, staff, { personId, ...(proposal.change as StandingFields) }, proposal.proposed_by)
      },
    },
    email: {
      apply: async (tx, staff, proposal, { subject }) => {
        const personId = await requireUnchanged(tx, proposal, subject)
        const updated = await updatePerson(tx, personId, proposal.change as { email: string }, staff.at)
        if (!updated?.changed) throw new Refusal('proposal_outdated')
        const entry = auditEntry(staff, { subjectId: personId, action: 'person.updated', ...updated.changed })
        return { auditEntries: [entry], notifications: updated.notifications }
      },
    },
    name: {
      apply: async (tx, staff, proposal, { subject }) => {
        const personId = await requireUnchanged(tx, proposal, subject)
        const updated = await updatePerson(tx, personId, proposal.change as NameFields, staff.at)
        if (!updated?.changed) throw new Refusal('proposal_outdated')
        const entry = auditEntry(staff, { subjectId: personId, action: 'person.updated', ...updated.changed })
        const told = { personId, kind: 'name.changed' as const, data: {}, at: staff.at }
        return { auditEntries: [entry], notifications: [...updated.notifications, told] }
      },
    },
    pin_reset: {
      apply: async (tx, staff, proposal, { subject }) =>
        clearPinOf(tx, staff, await requireUnchanged(tx, proposal, subject)),
    },
    factors_reset: {
      apply: async (tx, staff, proposal, { subject }) => {
        const personId = await requireUnchanged(tx, proposal, subject)
        const done = await resetFactorsOf(tx, staff, { personId, reason: String(proposal.change.reason) })
        if (done.auditEntries.length === 0) throw new Refusal('proposal_outdated')
        return done
      },
    },
    erasure: {
      apply: async (tx, staff, proposal, { subject }) => {
        const personId = await requireUnchanged(tx, proposal, subject)
        const { ground } = proposal.change as { ground: ErasureGround }
        return erasePerson(tx, deps, staff, { personId, ground })
      },
    },
  }) satisfies Partial<Record<ProposalKind, ProposalHandler>>
