import type { StaffUser } from '#contract/customers/people.ts'
import { isStaff } from '#contract/permissions.ts'
import { findAdministrators } from '../../authority/administrators.ts'
import { lockForStaffAct } from '../../authority/own-account.ts'
import { recordActs } from '../../authority/propose.ts'
import { findProposedSubjects, withdrawProposals } from '../../authority/withdraw-proposals.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { changeStanding } from '../../identity/change-standing.ts'
import { endAccess } from '../../identity/end-access.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { findProposedOwners, withdrawProposedMoney } from '../../ledger/withdraw-money.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { endAssignments } from '../support/conversation-store.ts'

const LEFT_REASON = 'Left the bank'

/**
 * Ends everything a member of staff has: role, sessions, keys, links, assignments, and what they proposed. Confirming a proposal locks its
 * proposer too, so it is either carried out before, or finds nothing to confirm.
 */
export function leaveStaff(sql: Sql, staff: StaffContext, memberId: string): Promise<StaffUser> {
  return inTransaction(sql, async (tx) => {
    const administrators = await findAdministrators(tx)
    const concerned = [...(await findProposedSubjects(tx, memberId)), ...(await findProposedOwners(tx, memberId))]
    const { subject } = await lockForStaffAct(tx, staff, memberId, 'authority:change', [
      ...administrators,
      ...concerned,
    ])
    if (!isStaff(subject.role)) throw new Refusal('not_found')
    if (memberId === staff.actorId) throw new Refusal(administrators.length === 1 ? 'last_admin' : 'own_account')
    const member = await requireStaffUser(tx, memberId)
    const customer = await isCustomer(tx, memberId)
    // A log-in without a role and an account is of no use; Closed is final.
    const closing = customer || subject.status === 'Closed' ? {} : ({ status: 'Closed', reason: LEFT_REASON } as const)
    const { auditEntries } = await changeStanding(tx, staff, { personId: memberId, role: 'User', ...closing })
    const { sessions, apiKeys } = await endAccess(tx, memberId, staff.at)
    const withdrawn = await withdrawProposals(tx, staff, { id: memberId, fullName: member.fullName })
    const { at, requestId } = staff
    const declined = await withdrawProposedMoney(tx, { proposerId: memberId, at, requestId })
    const conversations = await endAssignments(tx, memberId)
    const left = auditEntry(staff, {
      subjectId: memberId,
      action: 'staff.left',
      before: { role: member.role, sessions, apiKeys, conversations, proposals: withdrawn.length + declined },
      after: { role: 'User' },
    })
    const told = administrators.filter((id) => id !== memberId)
    const data = { actorId: staff.actorId, personId: memberId }
    const notifications = told.map((personId) => ({ personId, kind: 'staff.left' as const, data, at }))
    await recordActs(tx, { auditEntries: [left, ...auditEntries, ...withdrawn], notifications }, [])
    return requireStaffUser(tx, memberId)
  })
}

/** Staff of before they were invited without an account keep theirs, and stay customers. */
async function isCustomer(tx: Tx, personId: string): Promise<boolean> {
  const [row] = await tx<{ staff_only: boolean }[]>`select staff_only from people where id = ${personId}`
  return row?.staff_only === false
}
