import { v7 as newId } from 'uuid'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import { OFFICE } from '#contract/office/support.ts'
import { type Session, sessionMay } from '../../access/session.ts'
import { publishOfficeEvent } from '../../authority/office-events.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import { readMessagesById, toMessage } from '../../notifications/message-response.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { findAssignee, findConversation } from './conversation-store.ts'
import * as store from './store.ts'
import { assign } from './update-conversation.ts'

/** A reply that is still unread by then is sent by email. */
const MAIL_AFTER_MS = 5 * 60_000

type MessageInput = {
  id: string | undefined
  receiver: string
  text: string
  attachmentId: string | undefined
  transactionId: string | undefined
  session: Session
  requestId: string
  at: Date
}

export async function sendMessage(sql: Sql, input: MessageInput): Promise<SupportMessage> {
  const { receiver, text, session, requestId, at } = input
  const message: store.NewMessage = {
    id: input.id ?? newId(),
    senderId: session.personId,
    ...threadOf(receiver, session),
    text,
    attachmentId: input.attachmentId ?? null,
    transactionId: input.transactionId ?? null,
    at,
  }
  const staff = { actorId: session.personId, requestId, at }
  const row = await inTransaction(sql, (tx) => write(tx, message, staff)).catch((error) =>
    findRetried(sql, message, error),
  )
  return toMessage(row, message.from)
}

/** Locks the account before the conversation, as every writer of one does. */
async function write(tx: Tx, message: store.NewMessage, staff: StaffContext) {
  const { id, personId, at } = message
  if (message.from === 'office') await lockForStaffAct(tx, staff, personId, 'support:reply')
  else await lockPerson(tx, personId)
  const counts = await store.updateConversation(tx, message)
  if (!counts || !(await store.insertMessage(tx, message, counts.number))) throw new Refusal('not_found')
  const notification =
    message.from === 'office' ? replyNotification(message, counts.unreadByPerson === 1) : sentNotification(message)
  const auditEntries = message.from === 'office' ? await assignToReplier(tx, staff, personId) : []
  await record(tx, { auditEntries, notifications: [notification] })
  const row = (await readMessagesById(tx, [id])).get(id)
  if (!row) throw new Error(`Message ${id} was inserted but not found`)
  const kind = message.from === 'office' ? 'office.reply' : 'office.message'
  await publishOfficeEvent(tx, { kind, personId, subjectId: id, at })
  return row
}

/** The first member of staff to answer an unassigned conversation is assigned. */
async function assignToReplier(tx: Tx, staff: StaffContext, personId: string) {
  const conversation = await findConversation(tx, personId)
  const replier = await findAssignee(tx, staff.actorId)
  return !conversation || !replier || conversation.assignee_id ? [] : [await assign(tx, staff, conversation, replier)]
}

/** Returns the stored message where one person sends an id twice: a retry of a request that had succeeded. */
async function findRetried(sql: Sql, message: store.NewMessage, error: unknown) {
  // The file became a verification document in the meantime.
  if (sqlState(error) === '23503') throw new Refusal('not_found')
  if (sqlState(error) !== '23505' || violatedConstraint(error) !== 'messages_id_key') throw error
  const row = await store.findSent(sql, message)
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * A message to the office goes to the sender's own thread, that of staff too. Only staff who may reply name a person: their
 * message goes to that person's thread, as the office. For customers every person is not found.
 */
function threadOf(receiver: string, session: Session): { personId: string; from: store.Side } {
  if (receiver === OFFICE) return { personId: session.personId, from: 'person' }
  if (session.mustEnrol) throw new Refusal('second_factor_required')
  if (!sessionMay(session, 'support:reply'))
    throw new Refusal(sessionMay(session, 'support:read') ? 'forbidden' : 'not_found')
  requireNotOwnAccount({ actorId: session.personId }, receiver)
  return { personId: receiver, from: 'office' }
}

/** One email for all unread replies: the first unread one schedules it, and reading cancels it. */
const replyNotification = ({ personId, id, at }: store.NewMessage, firstUnread: boolean): Notification => ({
  personId,
  kind: 'support.answered',
  data: { messageId: id },
  at,
  mailAt: firstUnread ? new Date(at.getTime() + MAIL_AFTER_MS) : null,
})

/** Updates the sender's other devices. */
const sentNotification = ({ personId, id, at }: store.NewMessage): Notification => ({
  personId,
  kind: 'support.sent',
  data: { messageId: id },
  at,
})
