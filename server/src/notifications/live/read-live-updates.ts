import { toAmount } from '#contract/money.ts'
import type { LiveEvent } from '#contract/notifications/events.ts'
import {
  isNotificationKind,
  isOfficeEventKind,
  type LiveTopic,
  NOTIFICATIONS,
  OFFICE_EVENTS,
} from '#contract/notifications/notification-kinds.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { readMessagesById, readTransactionCards, toMessage } from '../message-response.ts'

/** An event before it has an id, which depends on the position of the stream that sends it. */
export type LiveUpdate = { number: bigint } & Omit<LiveEvent, 'id'>

type OutboxRow = {
  person_id: string
  number: bigint
  kind: string
  data: { transactionId?: string; messageId?: string; category?: string }
  created_at: Date
  available: bigint
}

/** A client that missed more events than this has to reload everything instead. */
export const MAX_REPLAYED = 200n

/** The last event number of each subscribed person, with the parameters of the poll, which are built once per change. */
export type BacklogQuery = { lastNumbers: ReadonlyMap<string, bigint>; ids: string; numbers: string }

export function toBacklogQuery(lastNumbers: ReadonlyMap<string, bigint>): BacklogQuery {
  const people = [...lastNumbers]
  return { lastNumbers, ids: column(people, ([id]) => id), numbers: column(people, ([, number]) => number) }
}

/** The people who have newer events, with their last number. One query for all subscribers; it mostly finds none. */
export async function findBehind(
  sql: Reader,
  { lastNumbers, ids, numbers }: BacklogQuery,
): Promise<Map<string, bigint>> {
  const rows = await sql<{ id: string }[]>`
    select a.id from unnest(${ids}::uuid[], ${numbers}::bigint[]) as l (id, after)
    join accounts a on a.id = l.id where a.event_number > l.after`
  return new Map(rows.map(({ id }) => [id, lastNumbers.get(id) ?? 0n]))
}

/** The notifications of each person after their last number. */
export async function readLiveUpdates(
  sql: Reader,
  lastNumbers: ReadonlyMap<string, bigint>,
): Promise<Map<string, LiveUpdate[]>> {
  const { ids, numbers } = toBacklogQuery(lastNumbers)
  const rows = await sql<OutboxRow[]>`
    select o.person_id, o.number, o.kind, o.data, o.created_at, a.balance - a.held as available
    from unnest(${ids}::uuid[], ${numbers}::bigint[]) as l (id, after)
    join accounts a on a.id = l.id
    join outbox o on o.person_id = l.id and o.number > l.after
    order by o.person_id, o.number`
  const [messages, cards] = await Promise.all([
    readMessagesById(sql, referencedIds(rows, 'messageId')),
    readTransactionCards(sql, referencedIds(rows, 'transactionId')),
  ])
  const toLiveUpdate = ({ number, kind, data, created_at, available }: OutboxRow): LiveUpdate => {
    const message = messages.get(data.messageId ?? '')
    const transaction = cards.get(data.transactionId ?? '') ?? null
    return {
      number,
      topic: topicOf(kind),
      kind,
      createdAt: created_at.toISOString(),
      userId: null,
      subjectId: null,
      name: null,
      message: message ? toMessage(message, 'person') : null,
      transaction,
      balance: transaction ? toAmount(available) : null,
      ...(data.category && { category: data.category }),
    }
  }
  return new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, own]) => [id, own.map(toLiveUpdate)]))
}

const referencedIds = (rows: readonly OutboxRow[], field: 'messageId' | 'transactionId') =>
  rows.flatMap(({ data }) => data[field] ?? [])

/** A newer version of the server may have stored a kind that this one does not know: the page reloads the account. */
const topicOf = (kind: string): LiveTopic => (isNotificationKind(kind) ? NOTIFICATIONS[kind].topic : 'account')
const officeTopicOf = (kind: string): LiveTopic => (isOfficeEventKind(kind) ? OFFICE_EVENTS[kind].topic : 'contact')

type OfficeEventRow = {
  number: bigint
  kind: string
  person_id: string | null
  subject_id: string | null
  created_at: Date
  proposer: string | null
}

/**
 * The office events after this number. Ids only: every open page of staff gets them, and no one has looked yet. What a page then
 * requests is in the access log. The one name is that of the member of staff who proposed.
 */
export async function readOfficeUpdates(sql: Reader, after: bigint): Promise<LiveUpdate[]> {
  const rows = await sql<OfficeEventRow[]>`
    select e.number, e.kind, e.person_id, e.subject_id, e.created_at, p.full_name as proposer
    from office_events e left join people p on e.kind = 'office.proposed' and p.id = e.person_id
    where e.number > ${after} order by e.number limit ${MAX_REPLAYED * 2n}`
  return rows.map((row) => ({
    number: row.number,
    topic: officeTopicOf(row.kind),
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    userId: row.person_id,
    subjectId: row.subject_id,
    name: row.proposer,
    message: null,
    transaction: null,
    balance: null,
  }))
}
