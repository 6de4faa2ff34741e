import { v7 as newId } from 'uuid'
import { OFFICE, type SupportMessage } from '#contract/support.ts'
import type { Sql, Tx } from '../../db/connection.ts'
import { sqlState, violatedConstraint } from '../../db/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readMessagesById, toMessage } from '../../events/message-response.ts'
import { publishOfficeEvent } from '../../events/office-events.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { type Session, sessionMay } from '../../sessions/session.ts'
import * as store from './store.ts'

/** A reply that is still unread by then is sent by email. */
const MAIL_AFTER_MS = 5 * 60_000

type MessageInput = {
  id: string | undefined
  receiver: string
  text: string
  attachmentId: string | undefined
  transactionId: string | undefined
  session: Session
  at: Date
}

export async function sendMessage(sql: Sql, input: MessageInput): Promise<SupportMessage> {
  const { receiver, text, session, at } = input
  const message: store.NewMessage = {
    id: input.id ?? newId(),
    senderId: session.personId,
    ...threadOf(receiver, session),
    text,
    attachmentId: input.attachmentId ?? null,
    transactionId: input.transactionId ?? null,
    at,
  }
  const row = await inTransaction(sql, (tx) => write(tx, message)).catch((error) => findRetried(sql, message, error))
  return toMessage(row, message.from)
}

async function write(tx: Tx, message: store.NewMessage) {
  const { id, personId, at } = message
  const counts = await store.updateConversation(tx, message)
  if (!counts || !(await store.insertMessage(tx, message, counts.number))) throw new Refusal('not_found')
  const notification =
    message.from === 'office' ? replyNotification(message, counts.unreadByPerson === 1) : sentNotification(message)
  await record(tx, { notifications: [notification] })
  const row = (await readMessagesById(tx, [id])).get(id)
  if (!row) throw new Error(`Message ${id} was inserted but not found`)
  await publishOfficeEvent(tx, { kind: 'office.message', personId, subjectId: id, at })
  return row
}

/** The same id from the same person is a retry of a request that had succeeded: returns the stored message. */
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
