import type { StaffUser } from '#contract/customers/people.ts'
import { isStaff } from '#contract/permissions.ts'
import { lockForStaffAct } from '../../authority/own-account.ts'
import { recordActs } from '../../authority/propose.ts'
import { readStaffHistory, type StaffMember } from '../../authority/staff-history.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { isRoleConfirmed, thirdPersonRefusal } from '../../ledger/second-person.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readAppointment } from './store.ts'

/**
 * A third person stands up for a role: from then on those who gave it and who has it may confirm for each other. A role that no
 * one gave, or that is confirmed, stays as it is.
 */
export function confirmRole(sql: Sql, staff: StaffContext, memberId: string): Promise<StaffUser> {
  return inTransaction(sql, async (tx) => {
    const { subject } = await lockForStaffAct(tx, staff, memberId, 'authority:change')
    if (!isStaff(subject.role)) throw new Refusal('not_found')
    const before = await readAppointment(tx, memberId)
    const giverIds = [before.roleGivenBy ?? [], before.roleProposedBy ?? []].flat()
    if (giverIds.length > 0 && !isRoleConfirmed(before)) {
      const history = await readStaffHistory(tx, [staff.actorId, ...giverIds])
      const confirmer = history.find(({ id }) => id === staff.actorId)
      if (!confirmer) throw new Refusal('forbidden')
      const refusal = thirdPersonRefusal(confirmer, before, historyOfGivers(history, giverIds), staff.at)
      if (refusal) throw new Refusal(refusal)
      await tx`
        update people set role_confirmed_by = ${staff.actorId}, role_confirmed_at = ${staff.at} where id = ${memberId}`
      const entry = auditEntry(staff, {
        subjectId: memberId,
        action: 'role.confirmed',
        before: { givenBy: before.givenByName, ...(before.proposedByName && { proposedBy: before.proposedByName }) },
        after: { role: subject.role },
      })
      await recordActs(tx, { auditEntries: [entry], notifications: [] }, [])
    }
    return requireStaffUser(tx, memberId)
  })
}

export const historyOfGivers = (history: readonly StaffMember[], giverIds: readonly string[]) =>
  history.filter(({ id }) => giverIds.includes(id))
