import type { LiveEvent } from '#contract/events.ts'
import { centsToDollars } from '#contract/money.ts'
import { column } from '../db/arrays.ts'
import type { Reader } from '../db/connection.ts'
import { readMessagesById, readTransactionCards, toMessage } from './message-response.ts'

/** An event before it has an id: that depends on how far the stream is which carries it. */
export type LiveUpdate = { number: bigint } & Omit<LiveEvent, 'id'>

type OutboxRow = {
  person_id: string
  number: bigint
  kind: string
  data: { transactionId?: string; messageId?: string }
  created_at: Date
  available: bigint
}

/** Whoever is further behind than this is told to load everything anew. */
export const MAX_REPLAYED = 200n

/** Who listens and what they know, as the database takes it: made once, and asked with until something changes. */
export type BacklogQuery = { known: ReadonlyMap<string, bigint>; ids: string; numbers: string }

export function toBacklogQuery(known: ReadonlyMap<string, bigint>): BacklogQuery {
  const people = [...known]
  return { known, ids: column(people, ([id]) => id), numbers: column(people, ([, number]) => number) }
}

/** Who of them is behind, with what they know. One look for everybody who listens, which mostly finds nobody. */
export async function findBehind(sql: Reader, { known, ids, numbers }: BacklogQuery): Promise<Map<string, bigint>> {
  const rows = await sql<{ id: string }[]>`
    select a.id from unnest(${ids}::uuid[], ${numbers}::bigint[]) as l (id, after)
    join accounts a on a.id = l.id where a.event_number > l.after`
  return new Map(rows.map(({ id }) => [id, known.get(id) ?? 0n]))
}

/** What these people have been told after the numbers they know. */
export async function readLiveUpdates(
  sql: Reader,
  known: ReadonlyMap<string, bigint>,
): Promise<Map<string, LiveUpdate[]>> {
  const people = [...known]
  const rows = await sql<OutboxRow[]>`
    select o.person_id, o.number, o.kind, o.data, o.created_at, a.balance - a.held as available
    from unnest(${column(people, ([id]) => id)}::uuid[], ${column(people, ([, after]) => after)}::bigint[]) as l (id, after)
    join accounts a on a.id = l.id
    join outbox o on o.person_id = l.id and o.number > l.after
    order by o.person_id, o.number`
  const [messages, cards] = await Promise.all([
    readMessagesById(sql, mentioned(rows, 'messageId')),
    readTransactionCards(sql, mentioned(rows, 'transactionId')),
  ])
  const toNews = ({ number, kind, data, created_at, available }: OutboxRow): LiveUpdate => {
    const message = messages.get(data.messageId ?? '')
    const transaction = cards.get(data.transactionId ?? '') ?? null
    return {
      number,
      topic: topicOf(kind),
      kind,
      createdAt: created_at.toISOString(),
      userId: null,
      name: null,
      message: message ? toMessage(message, 'person') : null,
      transaction,
      balance: transaction ? centsToDollars(available) : null,
    }
  }
  return new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([id, told]) => [id, told.map(toNews)]))
}

const mentioned = (rows: readonly OutboxRow[], field: 'messageId' | 'transactionId') =>
  rows.flatMap(({ data }) => data[field] ?? [])

function topicOf(kind: string): LiveEvent['topic'] {
  if (kind === 'support.seen') return 'seen'
  if (kind.startsWith('support.')) return 'message'
  if (/^(deposit|transfer|adjustment)\.(approved|declined|received)$/.test(kind)) return 'transaction'
  if (/^(deposit|transfer|adjustment|account)\./.test(kind)) return 'balance'
  return 'account'
}

type OfficeEventRow = {
  number: bigint
  kind: string
  person_id: string | null
  subject_id: string | null
  created_at: Date
  name: string | null
}

const OFFICE_TOPICS: Record<string, LiveEvent['topic']> = {
  'office.message': 'message',
  'office.seen': 'seen',
  'office.waiting': 'transaction',
  'office.contact': 'contact',
  'office.newsletter': 'contact',
}

/** What happened in the office after this number. */
export async function readOfficeUpdates(sql: Reader, after: bigint): Promise<LiveUpdate[]> {
  const rows = await sql<OfficeEventRow[]>`
    select e.number, e.kind, e.person_id, e.subject_id, e.created_at, coalesce(p.full_name, c.name) as name
    from office_events e left join people p on p.id = e.person_id
    left join contact_messages c on e.kind = 'office.contact' and c.id = e.subject_id
    where e.number > ${after} order by e.number limit ${MAX_REPLAYED * 2n}`
  const subjects = (kind: string) =>
    rows.flatMap((row) => (row.kind === kind && row.subject_id ? [row.subject_id] : []))
  const [messages, cards] = await Promise.all([
    readMessagesById(sql, subjects('office.message')),
    readTransactionCards(sql, subjects('office.waiting')),
  ])
  return rows.map((row) => {
    const message = messages.get(row.subject_id ?? '')
    return {
      number: row.number,
      topic: OFFICE_TOPICS[row.kind] ?? 'contact',
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      userId: row.person_id,
      name: row.name,
      message: message ? toMessage(message, 'office') : null,
      transaction: cards.get(row.subject_id ?? '') ?? null,
      balance: null,
    }
  })
}
