import type { Assignment, ConversationState } from '#contract/office/conversation-states.ts'
import type { Conversation } from '#contract/office/support.ts'
import type { Position } from '#contract/paging.ts'
import { hasPermission, ROLES, type Role } from '#contract/permissions.ts'
import { emailContains } from '../../customers/email-search.ts'
import { nameContains } from '../../customers/folded-search.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

export type ConversationRow = {
  person_id: string
  full_name: string
  last_message: string
  last_message_at: Date
  last_from_office: boolean
  unread_by_office: number
  waiting_since: Date | null
  solved: boolean
  assignee_id: string | null
  assignee_name: string | null
}

const REPLYING_ROLES = ROLES.filter((role) => hasPermission(role, 'support:reply'))

/** Staff who may reply. A conversation whose assignee lost the permission is unassigned: it must not wait for them. */
const whereMayReply = (sql: Reader) => sql`a.status = 'Active' and a.role = any(${REPLYING_ROLES}::text[])`

const selectConversations = (sql: Reader) => sql`
  select c.person_id, p.full_name, c.last_message, c.last_message_at, c.unread_by_office, c.waiting_since,
    c.solved_at is not null as solved, a.id as assignee_id, a.full_name as assignee_name,
    coalesce((select m.from_office from messages m
      where m.person_id = c.person_id and m.number = c.message_number), false) as last_from_office
  from conversations c join people p on p.id = c.person_id
  left join people a on a.id = c.assigned_to and ${whereMayReply(sql)}`

type Page = {
  /** The reader, whose conversations are 'mine'. */
  readerId: string
  search?: string | undefined
  assigned: Assignment
  state?: ConversationState | undefined
  cursor?: Position | undefined
  limit: number
}

/** Latest first; those that wait the longest first when only waiting ones are listed. */
export function listConversations(sql: Reader, { readerId, search, assigned, state, cursor, limit }: Page) {
  const waiting = state === 'waiting'
  const after = cursor && (waiting ? afterInQueue(sql, cursor) : afterLatest(sql, cursor))
  return sql<ConversationRow[]>`
    ${selectConversations(sql)}
    where true ${after ?? sql``} ${search ? matches(sql, search) : sql``}
      ${assigned === 'mine' ? sql`and c.assigned_to = ${readerId}` : sql``}
      ${assigned === 'unassigned' ? sql`and a.id is null` : sql``}
      ${state ? inState(sql, state) : sql``}
    order by ${waiting ? sql`c.waiting_since, c.person_id` : sql`c.last_message_at desc, c.person_id desc`}
    limit ${limit}`
}

const afterLatest = (sql: Reader, { at, id }: Position) => sql`and (c.last_message_at, c.person_id) < (${at}, ${id})`
const afterInQueue = (sql: Reader, { at, id }: Position) => sql`and (c.waiting_since, c.person_id) > (${at}, ${id})`

/** Where the next page begins, in the order of `listConversations`. */
export const positionOf = (row: ConversationRow, state: ConversationState | undefined): Position => ({
  at: (state === 'waiting' && row.waiting_since) || row.last_message_at,
  id: row.person_id,
})

function inState(sql: Reader, state: ConversationState) {
  if (state === 'solved') return sql`and c.solved_at is not null`
  if (state === 'open') return sql`and c.solved_at is null and c.waiting_since is null`
  return sql`and c.solved_at is null and c.waiting_since is not null`
}

const matches = (sql: Reader, search: string) => sql`
  and c.person_id in (select id from people
    where ${nameContains(sql, search)} or ${emailContains(sql, search)})`

export async function findConversation(sql: Reader, personId: string): Promise<ConversationRow | null> {
  const [row] = await sql<ConversationRow[]>`${selectConversations(sql)} where c.person_id = ${personId}`
  return row ?? null
}

export async function assignConversation(tx: Tx, personId: string, staffId: string | null): Promise<void> {
  await tx`update conversations set assigned_to = ${staffId} where person_id = ${personId}`
}

export async function solveConversation(tx: Tx, personId: string, solvedAt: Date | null): Promise<void> {
  await tx`update conversations set solved_at = ${solvedAt} where person_id = ${personId}`
}

/** A member of staff leaves. Returns how many conversations have no one now. */
export async function endAssignments(tx: Tx, assigneeId: string): Promise<number> {
  const { count } = await tx`update conversations set assigned_to = null where assigned_to = ${assigneeId}`
  return count
}

const MAX_COLLEAGUES = 500

export const listReplyingStaff = (sql: Reader) => sql<{ id: string; full_name: string; role: Role }[]>`
  select a.id, a.full_name, a.role from people a where a.role <> 'User' and ${whereMayReply(sql)}
  order by lower(a.full_name), a.id limit ${MAX_COLLEAGUES}`

export type Assignee = NonNullable<Conversation['assignedTo']>

/** Null: no such member of staff, or they may not reply. */
export async function findAssignee(sql: Reader, personId: string): Promise<Assignee | null> {
  const [row] = await sql<{ id: string; full_name: string }[]>`
    select a.id, a.full_name from people a where a.id = ${personId} and ${whereMayReply(sql)}`
  return row ? { _id: row.id, fullName: row.full_name } : null
}

export const stateOf = ({ solved, waiting_since }: ConversationRow): ConversationState =>
  solved ? 'solved' : waiting_since ? 'waiting' : 'open'

export const toAssignee = ({ assignee_id, assignee_name }: ConversationRow): Assignee | null =>
  assignee_id ? { _id: assignee_id, fullName: assignee_name ?? '' } : null

export const toConversation = (row: ConversationRow): Conversation => ({
  userId: row.person_id,
  name: row.full_name,
  lastMessage: row.last_message,
  lastMessageAt: row.last_message_at.toISOString(),
  lastIsAdmin: row.last_from_office,
  unread: row.unread_by_office,
  state: stateOf(row),
  waitingSince: stateOf(row) === 'waiting' ? (row.waiting_since?.toISOString() ?? null) : null,
  assignedTo: toAssignee(row),
})
