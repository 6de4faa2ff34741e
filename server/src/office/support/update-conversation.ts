import { publishOfficeEvent } from '../../authority/office-events.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import * as store from './conversation-store.ts'

type Changes = {
  assignedTo?: string | null | undefined
  /** The assignee that the caller saw. */
  expected?: { assignedTo: string | null } | undefined
  state?: 'open' | 'solved' | undefined
}

/**
 * Every writer of a conversation locks the customer's account first, so of two members of staff who take one at the same
 * moment the second sees the first. A change that changes nothing writes no audit entry.
 */
export function updateConversation(
  sql: Sql,
  staff: StaffContext,
  personId: string,
  changes: Changes,
): Promise<store.ConversationRow> {
  return inTransaction(sql, async (tx) => {
    requireNotOwnAccount(staff, personId)
    const colleagues = changes.assignedTo && changes.assignedTo !== staff.actorId ? [changes.assignedTo] : []
    await lockForStaffAct(tx, staff, personId, 'support:reply', colleagues)
    const before = await store.findConversation(tx, personId)
    if (!before) throw new Refusal('not_found')
    if (changes.expected && changes.expected.assignedTo !== before.assignee_id)
      throw new Refusal('changed_meanwhile', { current: { assignedTo: store.toAssignee(before) } })
    const assigned = await changeAssignee(tx, staff, before, changes.assignedTo)
    const auditEntries = [...assigned, ...(await changeState(tx, staff, before, changes.state))]
    if (auditEntries.length === 0) return before
    const notified = assigned.length > 0 ? colleagues : []
    await record(tx, { auditEntries, notifications: notified.map((id) => assignment(id, personId, staff.at)) })
    await publishOfficeEvent(tx, { kind: 'office.conversation', personId, subjectId: null, at: staff.at })
    return (await store.findConversation(tx, personId)) ?? before
  })
}

async function changeAssignee(tx: Tx, staff: StaffContext, before: store.ConversationRow, id: Changes['assignedTo']) {
  if (id === undefined || id === before.assignee_id) return []
  // A customer who is staff too must not decide about their own conversation.
  if (id === before.person_id) throw new Refusal('own_account')
  const assignee = id === null ? null : await store.findAssignee(tx, id)
  if (id !== null && !assignee) throw invalidField('assignedTo', 'Choose a member of staff who may reply.')
  return [await assign(tx, staff, before, assignee)]
}

/** Not for who assigns it to themselves. */
const assignment = (assigneeId: string, customerId: string, at: Date): Notification => ({
  personId: assigneeId,
  kind: 'conversation.assigned',
  data: { customerId },
  at,
})

/** Returns the audit entry, which has the name too: it is what a reader of the log looks for. */
export async function assign(
  tx: Tx,
  staff: StaffContext,
  before: store.ConversationRow,
  assignee: store.Assignee | null,
): Promise<AuditEntry> {
  await store.assignConversation(tx, before.person_id, assignee?._id ?? null)
  const details = (to: store.Assignee | null) => ({ assignedTo: to?._id ?? null, assignedToName: to?.fullName ?? null })
  return auditEntry(staff, {
    subjectId: before.person_id,
    action: 'conversation.assigned',
    before: details(store.toAssignee(before)),
    after: details(assignee),
  })
}

async function changeState(tx: Tx, staff: StaffContext, before: store.ConversationRow, state: Changes['state']) {
  const solving = state === 'solved'
  if (state === undefined || solving === before.solved) return []
  await store.solveConversation(tx, before.person_id, solving ? staff.at : null)
  return [
    auditEntry(staff, {
      subjectId: before.person_id,
      action: solving ? 'conversation.solved' : 'conversation.reopened',
      before: { state: store.stateOf(before) },
      after: { state: store.stateOf({ ...before, solved: solving }) },
    }),
  ]
}
