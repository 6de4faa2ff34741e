import type { Position } from '#contract/paging.ts'
import type { Conversation, SupportMessage } from '#contract/support.ts'
import type { Reader, Tx } from '../../db/connection.ts'

/** A thread belongs to one person and has two sides: that person, and the office with all its administrators. */
export type Side = 'person' | 'office'

export type NewMessage = { id: string; personId: string; senderId: string; from: Side; text: string; at: Date }

/**
 * Opens the conversation or counts on in it, and gives the message's number; null when there is no such person.
 * The row stays locked until the commit, so numbers follow the order of commits.
 */
export async function countMessage(tx: Tx, { personId, from, text, at }: NewMessage): Promise<bigint | null> {
  const forPerson = from === 'office' ? 1 : 0
  const forOffice = from === 'person' ? 1 : 0
  const [counted] = await tx<{ message_number: bigint }[]>`
    insert into conversations as c
      (person_id, message_number, last_message, last_message_at, unread_by_person, unread_by_office)
    select id, 1, ${text}, ${at}, ${forPerson}, ${forOffice} from people where id = ${personId}
    on conflict (person_id) do update set
      message_number = c.message_number + 1,
      last_message = excluded.last_message,
      last_message_at = excluded.last_message_at,
      unread_by_person = c.unread_by_person + excluded.unread_by_person,
      unread_by_office = c.unread_by_office + excluded.unread_by_office
    returning message_number`
  return counted?.message_number ?? null
}

export async function insertMessage(tx: Tx, message: NewMessage, number: bigint): Promise<void> {
  const { id, personId, senderId, from, text, at } = message
  await tx`
    insert into messages (person_id, number, id, sender_id, from_office, text, created_at)
    values (${personId}, ${number}, ${id}, ${senderId}, ${from === 'office'}, ${text}, ${at})`
}

export type MessageRow = {
  id: string
  number: bigint
  from_office: boolean
  text: string
  created_at: Date
  seen_at: Date | null
}

export const toMessage = (row: Omit<MessageRow, 'number' | 'seen_at'>): SupportMessage => ({
  _id: row.id,
  message: row.text,
  isAdmin: row.from_office,
  createdAt: row.created_at.toISOString(),
})

/** Null when the thread has no such message. */
export async function findNumber(sql: Reader, personId: string, messageId: string): Promise<bigint | null> {
  const [row] = await sql<{ number: bigint }[]>`
    select number from messages where id = ${messageId} and person_id = ${personId}`
  return row?.number ?? null
}

/** Newest first: the page that ends just before `before`, or at the thread's end. */
export function listMessages(sql: Reader, personId: string, before: bigint | null, limit: number) {
  return sql<MessageRow[]>`
    select id, number, from_office, text, created_at, seen_at from messages
    where person_id = ${personId} ${before === null ? sql`` : sql`and number < ${before}`}
    order by number desc limit ${limit}`
}

/** Up to and with `number`, and no further: what came in since the reader looked has not been read. */
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

export type ConversationRow = {
  person_id: string
  full_name: string
  last_message: string
  last_message_at: Date
  unread_by_office: number
}
type Page = { cursor: Position | undefined; limit: number }

export function listConversations(sql: Reader, { cursor, limit }: Page) {
  return sql<ConversationRow[]>`
    select c.person_id, p.full_name, c.last_message, c.last_message_at, c.unread_by_office
    from conversations c join people p on p.id = c.person_id
    ${cursor ? sql`where (c.last_message_at, c.person_id) < (${cursor.at}, ${cursor.id})` : sql``}
    order by c.last_message_at desc, c.person_id desc limit ${limit}`
}

export const toConversation = (row: ConversationRow): Conversation => ({
  userId: row.person_id,
  name: row.full_name,
  lastMessage: row.last_message,
  lastMessageAt: row.last_message_at.toISOString(),
  unread: row.unread_by_office,
})
