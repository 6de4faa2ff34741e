import type { Role } from '#contract/permissions.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import type { Acts } from '../../authority/proposal.ts'
import { insertPerson } from '../../customers/person.ts'
import { changeStanding } from '../../identity/change-standing.ts'
import { invite } from '../../identity/invite.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

export type NewMember = { fullName: string; email: string; role: Exclude<Role, 'User'> }

type Appointment = {
  /** The first of two, where the actor confirms it. */
  proposedBy: string | null
  /** The people who are locked: of the administrators among them, all are told. */
  lockedIds: readonly string[]
}

/** A member of staff without an account, who sets the password by a link. Returns what the caller records, and the id. */
export async function addMember(
  tx: Tx,
  staff: StaffContext,
  { fullName, email, role }: NewMember,
  { proposedBy, lockedIds }: Appointment,
): Promise<Acts & { personId: string }> {
  const { actorId, at } = staff
  const administrators = (await findAdministrators(tx)).filter((id) => lockedIds.includes(id))
  const linkId = newIdAt(at)
  const personId = await insertPerson(tx, {
    fullName,
    email,
    emailConfirmationId: linkId,
    passwordHash: null,
    // The role is given below, by the only place that writes who gave it.
    role: 'User',
    status: 'Active',
    isStaffOnly: true,
    at,
  })
  const given = await changeStanding(tx, staff, { personId, role }, proposedBy)
  const created = auditEntry(staff, {
    subjectId: personId,
    action: 'person.created',
    before: {},
    after: { fullName, email },
  })
  const told = administrators.map((id) => ({
    personId: id,
    kind: 'staff.joined' as const,
    data: { actorId, personId },
    at,
  }))
  const invitation = await invite(tx, { personId, linkId, isStaff: true, at })
  return {
    personId,
    auditEntries: [created, ...given.auditEntries],
    notifications: [invitation, ...given.notifications, ...told],
  }
}
