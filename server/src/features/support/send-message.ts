import { v7 as newId } from 'uuid'
import { OFFICE, type SupportMessage } from '#contract/support.ts'
import { type Sql, sqlState, type Tx } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readMessagesById, toMessage } from '../../events/message-response.ts'
import { publishOfficeEvent } from '../../events/office-events.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { isAdmin, type Session } from '../../sessions/session.ts'
import * as store from './store.ts'

/** An answer that is still unread by then goes out by mail. */
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

export async function sendMessage(sql: Sql, sent: MessageInput): Promise<SupportMessage> {
  const { receiver, text, session, at } = sent
  const message: store.NewMessage = {
    id: sent.id ?? newId(),
    senderId: session.personId,
    ...threadOf(receiver, session),
    text,
    attachmentId: sent.attachmentId ?? null,
    transactionId: sent.transactionId ?? null,
    at,
  }
  const row = await inTransaction(sql, (tx) => write(tx, message)).catch((error) => findRetried(sql, message, error))
  return toMessage(row, message.from)
}

async function write(tx: Tx, message: store.NewMessage) {
  const { id, personId, at } = message
  const counted = await store.countMessage(tx, message)
  if (!counted || !(await store.insertMessage(tx, message, counted.number))) throw new Refusal('not_found')
  const told =
    message.from === 'office' ? replyNotification(message, counted.unreadByPerson === 1) : sentNotification(message)
  await record(tx, { notifications: [told] })
  const row = (await readMessagesById(tx, [id])).get(id)
  if (!row) throw new Error(`Message ${id} was written and is not there`)
  await publishOfficeEvent(tx, { kind: 'office.message', personId, subjectId: id, at })
  return row
}

/** The same id from the same person again is a retry, whose first try had arrived after all. */
async function findRetried(sql: Sql, message: store.NewMessage, error: unknown) {
  const { constraint_name: constraint } = error as { constraint_name?: string }
  if (sqlState(error) !== '23505' || constraint !== 'messages_id_key') throw error
  const row = await store.findSent(sql, message)
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * Whoever writes to the office does so in their own thread, as a person: an administrator too. Naming a person is for
 * administrators, and writes in that person's thread as the office; for others nobody is there to be named.
 */
function threadOf(receiver: string, session: Session): { personId: string; from: store.Side } {
  if (receiver === OFFICE) return { personId: session.personId, from: 'person' }
  if (!isAdmin(session)) throw new Refusal('not_found')
  return { personId: receiver, from: 'office' }
}

/** One letter for all answers that nobody has read: the first of them announces it, and reading takes it back. */
const replyNotification = ({ personId, id, at }: store.NewMessage, firstUnread: boolean): Notification => ({
  personId,
  kind: 'support.answered',
  data: { messageId: id },
  at,
  mail: firstUnread,
  mailAt: new Date(at.getTime() + MAIL_AFTER_MS),
})

/** No news to whoever wrote it, but to their other devices. */
const sentNotification = ({ personId, id, at }: store.NewMessage): Notification => ({
  personId,
  kind: 'support.sent',
  data: { messageId: id },
  at,
  mail: false,
})
