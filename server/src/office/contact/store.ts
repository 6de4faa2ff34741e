import { v7 as newId } from 'uuid'
import { emailKey } from '#contract/fields.ts'
import type { ContactMessage, Subscription } from '#contract/office/contact.ts'
import { publishOfficeEvent } from '../../authority/office-events.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { sha256 } from '../../platform/runtime/digests.ts'

/** Stores an address once, in its first spelling. */
export async function insertSubscription(tx: Tx, email: string, at: Date): Promise<void> {
  const id = newId()
  const hash = sha256(emailKey(email))
  const inserted = await tx`
    insert into newsletter_subscriptions (id, email, email_hash, created_at) values (${id}, ${email}, ${hash}, ${at})
    on conflict (email_hash) do nothing`
  if (inserted.count === 1)
    await publishOfficeEvent(tx, { kind: 'office.newsletter', personId: null, subjectId: id, at })
}

type NewContactMessage = Pick<ContactMessage, 'name' | 'email' | 'mobile' | 'message'>

export async function insertContactMessage(tx: Tx, { name, email, mobile, message }: NewContactMessage, at: Date) {
  const id = newId()
  await tx`
    insert into contact_messages (id, name, email, mobile, message, created_at)
    values (${id}, ${name}, ${email}, ${mobile}, ${message}, ${at})`
  await publishOfficeEvent(tx, { kind: 'office.contact', personId: null, subjectId: id, at })
}

type Page = { cursor?: string | undefined; limit: number }
const after = (sql: Reader, cursor: string | undefined) => (cursor ? sql`where id < ${cursor}` : sql``)

type ContactRow = {
  id: string
  name: string
  email: string
  mobile: string
  message: string
  created_at: Date
  unread: boolean
}

export async function listContactMessages(sql: Reader, { cursor, limit }: Page): Promise<ContactMessage[]> {
  const rows = await sql<ContactRow[]>`
    select id, name, email, mobile, message, created_at, seen_at is null as unread from contact_messages
    ${after(sql, cursor)} order by id desc limit ${limit}`
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    unread: row.unread,
  }))
}

export async function listSubscriptions(sql: Reader, { cursor, limit }: Page): Promise<Subscription[]> {
  const rows = await sql<{ id: string; email: string; created_at: Date; unread: boolean }[]>`
    select id, email, created_at, seen_at is null as unread from newsletter_subscriptions
    ${after(sql, cursor)} order by id desc limit ${limit}`
  return rows.map((row) => ({
    _id: row.id,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    unread: row.unread,
  }))
}

export type InboxTable = 'contact_messages' | 'newsletter_subscriptions'

export async function markSeen(tx: Tx, table: InboxTable, ids: readonly string[], at: Date): Promise<void> {
  await tx`update ${tx.unsafe(table)} set seen_at = ${at} where id = any(${[...ids]}::uuid[]) and seen_at is null`
}
