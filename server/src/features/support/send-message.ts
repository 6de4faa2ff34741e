import { v7 as newId } from 'uuid'
import { OFFICE, type SupportMessage } from '#contract/support.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../http/refusal.ts'
import { isAdmin, type Session } from '../../http/sessions.ts'
import { record } from '../../ledger/record.ts'
import * as store from './store.ts'

type Sent = { receiver: string; text: string; session: Session; at: Date }

export async function sendMessage(sql: Sql, { receiver, text, session, at }: Sent): Promise<SupportMessage> {
  const message: store.NewMessage = {
    id: newId(),
    senderId: session.personId,
    ...threadOf(receiver, session),
    text,
    at,
  }
  await inTransaction(sql, async (tx) => {
    const number = await store.countMessage(tx, message)
    if (number === null) throw new Refusal('not_found')
    await store.insertMessage(tx, message, number)
    if (message.from === 'office') await record(tx, { told: [answered(message)] })
  })
  return store.toMessage({ id: message.id, from_office: message.from === 'office', text, created_at: at })
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

const answered = ({ personId, id, at }: store.NewMessage) => ({
  personId,
  kind: 'support.answered',
  data: { messageId: id },
  at,
  mail: false,
})
