import type { ErasureGround } from '#contract/erasure-grounds.ts'
import type { User } from '#contract/people.ts'
import type { Tx } from '../db/connection.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { changeStanding } from '../people/change-standing.ts'
import { clearPinOf } from '../people/clear-pin.ts'
import { type ErasureDeps, erasePerson } from '../people/erase-person.ts'
import { findUser } from '../people/person.ts'
import { updatePerson } from '../people/update-person.ts'
import { Refusal } from '../runtime/refusal.ts'
import type { Party } from './parties.ts'
import type { Acts } from './propose.ts'
import type { ProposalRow } from './store.ts'

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
