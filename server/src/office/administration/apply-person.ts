import type { User } from '#contract/customers/people.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import type { Party } from '../../authority/proposals/parties.ts'
import type { ProposalRow } from '../../authority/proposals/store.ts'
import type { Acts } from '../../authority/propose.ts'
import { type ErasureDeps, erasePerson } from '../../customers/erase-person.ts'
import { findUser } from '../../customers/person.ts'
import { changeStanding } from '../../identity/change-standing.ts'
import { clearPinOf } from '../../identity/clear-pin.ts'
import { updatePerson } from '../../identity/update-person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type Standing = Partial<Pick<User, 'role' | 'status'>>

/** Carries out what was proposed about a person, who is locked, if nothing of it has changed since. */
export async function applyPersonProposal(
  tx: Tx,
  staff: StaffContext,
  { kind, basis, change, proposed_by: proposedBy }: ProposalRow,
  subject: Party,
  deps: ErasureDeps,
): Promise<Acts> {
  const current: Record<string, unknown> = { ...(await findUser(tx, subject.id)) }
  if (Object.keys(basis).some((field) => basis[field] !== current[field])) throw new Refusal('proposal_outdated')
  switch (kind) {
    case 'role':
      return changeStanding(tx, staff, { personId: subject.id, ...(change as Standing) }, proposedBy)
    case 'email': {
      const updated = await updatePerson(tx, subject.id, change as { email: string }, staff.at)
      if (!updated?.changed) throw new Refusal('proposal_outdated')
      const entry = auditEntry(staff, { subjectId: subject.id, action: 'person.updated', ...updated.changed })
      return { auditEntries: [entry], notifications: updated.notifications }
    }
    case 'pin_reset':
      return clearPinOf(tx, staff, subject.id)
    case 'erasure': {
      const { ground } = change as { ground: ErasureGround }
      return erasePerson(tx, deps, staff, { personId: subject.id, ground })
    }
    default:
      throw new Error(`A proposal of the kind ${kind} is not about a person`)
  }
}
