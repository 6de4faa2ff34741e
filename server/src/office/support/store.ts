import { type TransactionRow, transactionColumns } from '../../ledger/rows.ts'
import { type MessageRow, messageColumns, messageJoins } from '../../notifications/message-response.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/** A thread belongs to one person and has two sides: that person, and the office with all its staff. */
export type Side = 'person' | 'office'

export type NewMessage = {
  id: string
  personId: string
  senderId: string
  from: Side
  text: string
  attachmentId: string | null
  transactionId: string | null
  at: Date
}
type ConversationCounts = { number: bigint; unreadByPerson: number }

/**
 * Creates or updates the conversation of a new message and returns the message's number; null when there is no such
 * person. The row stays locked until the commit, so numbers follow the order of commits. A reply ends the customer's wait; a
 * message of the customer begins one, unless they wait already, and reopens a solved conversation.
 */
export async function updateConversation(
  tx: Tx,
  { personId, from, text, at }: NewMessage,
): Promise<ConversationCounts | null> {
  const forPerson = from === 'office' ? 1 : 0
  const forOffice = from === 'person' ? 1 : 0
  const waitingSince = from === 'person' ? at : null
  const [row] = await tx<{ message_number: bigint; unread_by_person: number }[]>`
    insert into conversations as c
      (person_id, message_number, last_message, last_message_at, unread_by_person, unread_by_office, waiting_since)
    select id, 1, ${text}, ${at}, ${forPerson}, ${forOffice}, ${waitingSince} from people where id = ${personId}
    on conflict (person_id) do update set
      message_number = c.message_number + 1,
      last_message = excluded.last_message,
      last_message_at = excluded.last_message_at,
      unread_by_person = c.unread_by_person + excluded.unread_by_person,
      unread_by_office = c.unread_by_office + excluded.unread_by_office,
      waiting_since = case when excluded.waiting_since is null or c.solved_at is not null then excluded.waiting_since
                           else coalesce(c.waiting_since, excluded.waiting_since) end,
      solved_at = case when excluded.waiting_since is null then c.solved_at end
    returning message_number, unread_by_person`
  return row ? { number: row.message_number, unreadByPerson: row.unread_by_person } : null
}

/**
 * Inserts no row and returns false unless the attachment is the sender's own file and the transaction belongs to the
 * thread's person.
 */
export async function insertMessage(tx: Tx, message: NewMessage, number: bigint): Promise<boolean> {
  const { id, personId, senderId, from, text, attachmentId, transactionId, at } = message
  const inserted = await tx`
    insert into messages (person_id, number, id, sender_id, from_office, text, attachment_id, transaction_id, created_at)
    select ${personId}, ${number}, ${id}, ${senderId}, ${from === 'office'}, ${text}, ${attachmentId}, ${transactionId}, ${at}
    where (${attachmentId}::uuid is null or exists
        (select 1 from uploads where id = ${attachmentId} and owner_id = ${senderId}))
      and (${transactionId}::uuid is null or exists
        (select 1 from transactions t join accounts a on a.id = t.account_id
         where t.id = ${transactionId} and a.owner_id = ${personId}))`
  return inserted.count === 1
}

/** The message with this id in this thread, if this sender wrote it. */
export async function findSent(sql: Reader, { id, personId, senderId }: NewMessage): Promise<MessageRow | null> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)}
    where m.id = ${id} and m.person_id = ${personId} and m.sender_id = ${senderId}`
  return row ?? null
}

/** Null when the thread has no such message. */
export async function findNumber(sql: Reader, personId: string, messageId: string): Promise<bigint | null> {
  const [row] = await sql<{ number: bigint }[]>`
    select number from messages where id = ${messageId} and person_id = ${personId}`
  return row?.number ?? null
}

/** Newest first: the page that ends just before `before`, or at the thread's end. */
export function listMessages(sql: Reader, personId: string, before: bigint | null, limit: number) {
  return sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)}
    where m.person_id = ${personId} ${before === null ? sql`` : sql`and m.number < ${before}`}
    order by m.number desc limit ${limit}`
}

/** Marks messages up to and including `number`: later ones arrived after the reader loaded the thread. */
export async function markSeen(sql: Reader, personId: string, reader: Side, number: bigint, at: Date): Promise<void> {
  const unread = reader === 'office' ? sql`unread_by_office` : sql`unread_by_person`
  await sql`
    with seen as (
      update messages set seen_at = ${at}
      where person_id = ${personId} and from_office = ${reader === 'person'} and number <= ${number} and seen_at is null
      returning 1)
    update conversations set ${unread} = ${unread} - (select count(*) from seen) where person_id = ${personId}`
}

export async function personExists(sql: Reader, id: string): Promise<boolean> {
  const found = await sql`select 1 from people where id = ${id}`
  return found.count > 0
}

/** By value date, newest first. The index is by account and type, so the newest of each are merged. */
export const recentTransactions = (sql: Reader, personId: string, limit: number) => sql<TransactionRow[]>`
  select ${transactionColumns(sql)}
  from (${newestOf(sql, personId, 'Deposit', limit)} union all ${newestOf(sql, personId, 'Transfer', limit)}) t
  order by t.value_at desc, t.id desc limit ${limit}`

const newestOf = (sql: Reader, personId: string, type: string, limit: number) => sql`
  (select newest.* from accounts a cross join lateral (
     select * from transactions where account_id = a.id and type = ${type}
     order by value_at desc, id desc limit ${limit}) newest
   where a.owner_id = ${personId})`
