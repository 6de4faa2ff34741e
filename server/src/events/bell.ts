import { NOTABLE_KINDS, type NotableKind } from '#contract/notification-kinds.ts'
import type { Bell } from '#contract/notifications.ts'
import type { Sql } from '../db/connection.ts'
import { readCards } from './message-response.ts'

const SHOWN = 20
const COUNTED = 100

type Row = { number: bigint; kind: NotableKind; data: { transactionId?: string }; created_at: Date; read: boolean }

export async function readBell(sql: Sql, personId: string, office: boolean): Promise<Bell> {
  const [rows, [unread], waiting] = await Promise.all([
    sql<Row[]>`
      select number, kind, data, created_at, read_at is not null as read from outbox
      where person_id = ${personId} and kind = any(${[...NOTABLE_KINDS]}::text[])
      order by number desc limit ${SHOWN}`,
    sql<{ count: number }[]>`
      select count(*)::int as count from
        (select 1 from outbox where person_id = ${personId} and read_at is null limit ${COUNTED}) as unread`,
    office ? countWaiting(sql) : null,
  ])
  const cards = await readCards(
    sql,
    rows.flatMap(({ data }) => data.transactionId ?? []),
  )
  return {
    unread: unread?.count ?? 0,
    latest: rows.map((row) => ({
      _id: String(row.number),
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      read: row.read,
      transaction: cards.get(row.data.transactionId ?? '') ?? null,
    })),
    office: waiting,
  }
}

async function countWaiting(sql: Sql): Promise<NonNullable<Bell['office']>> {
  const [row] = await sql<NonNullable<Bell['office']>[]>`
    select
      (select count(*)::int from
        (select 1 from conversations where unread_by_office > 0 limit ${COUNTED}) as c) as conversations,
      (select count(*)::int from
        (select 1 from contact_messages where seen_at is null limit ${COUNTED}) as l) as contact,
      (select count(*)::int from
        (select 1 from newsletter_subscriptions where seen_at is null limit ${COUNTED}) as n) as newsletter,
      (select count(*)::int from
        (select 1 from transactions where status = 'Pending' limit ${COUNTED}) as t) as transactions`
  if (!row) throw new Error('The office was not counted')
  return {
    conversations: row.conversations,
    contact: row.contact,
    newsletter: row.newsletter,
    transactions: row.transactions,
  }
}
