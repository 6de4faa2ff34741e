import { BELL_KINDS, type BellKind } from '#contract/notifications/notification-kinds.ts'
import type { Bell } from '#contract/notifications/notifications.ts'
import type { Permission } from '#contract/permissions.ts'
import { isStaffSession, type Session, sessionMay } from '../../access/session.ts'
import { countConfirmable, isOwn } from '../../authority/confirmable-proposals.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { readTransactionCards } from '../message-response.ts'

const LATEST_LIMIT = 20
const COUNT_LIMIT = 100

type OutboxRow = {
  number: bigint
  kind: BellKind
  data: { transactionId?: string; category?: string }
  created_at: Date
  read: boolean
}

export async function readBell(sql: Sql, session: Session, at: Date): Promise<Bell> {
  const { personId } = session
  const [rows, [unread], officeWork] = await Promise.all([
    sql<OutboxRow[]>`
      select number, kind, data, created_at, read_at is not null as read from outbox
      where person_id = ${personId} and kind = any(${BELL_KINDS}::text[])
      order by number desc limit ${LATEST_LIMIT}`,
    sql<{ count: number }[]>`
      select count(*)::int as count from
        (select 1 from outbox where person_id = ${personId} and read_at is null limit ${COUNT_LIMIT}) as unread`,
    isStaffSession(session) ? countOfficeWork(sql, session, at) : null,
  ])
  const cards = await readTransactionCards(
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
      ...(row.data.category && { category: row.data.category }),
    })),
    office: officeWork,
  }
}

/** Work that the session may not do counts as none; so does what concerns the person's own account. */
async function countOfficeWork(sql: Sql, session: Session, at: Date): Promise<NonNullable<Bell['office']>> {
  const may = (permission: Permission) => sessionMay(session, permission)
  const [replies, decides, verifies] = [may('support:reply'), may('money:decide'), may('people:edit')]
  const reader = session.personId
  const counting = sql<Omit<NonNullable<Bell['office']>, 'proposals'>[]>`
    select
      (select count(*)::int from
        (select 1 from conversations
         where ${replies} and waiting_since is not null and solved_at is null and person_id <> ${reader} limit ${COUNT_LIMIT}) as c) as conversations,
      (select count(*)::int from
        (select 1 from contact_messages where ${replies} and seen_at is null limit ${COUNT_LIMIT}) as m) as contact,
      (select count(*)::int from
        (select 1 from newsletter_subscriptions where ${replies} and seen_at is null limit ${COUNT_LIMIT}) as n) as newsletter,
      (select count(*)::int from
        (select 1 from transactions t
         where ${decides} and t.status = 'Pending' and not ${isOwn(sql, reader)} limit ${COUNT_LIMIT}) as t) as transactions,
      (select count(*)::int from
        (select 1 from verifications v join people p on p.id = v.person_id
         where ${verifies} and v.state = 'submitted' and (p.status = 'Pending' or v.kind = 'name_change') and p.id <> ${reader}
           and (p.role = 'User' or ${may('authority:change')}) limit ${COUNT_LIMIT}) as v) as verifications,
      (select count(*)::int from
        (select 1 from bank_statement_lines l
         where ${may('outside:manage')} and l.state in ('matched', 'suggested', 'unmatched') limit ${COUNT_LIMIT}) as l) as lines`
  const [[row], proposals] = await Promise.all([counting, countConfirmable(sql, session, at, COUNT_LIMIT)])
  if (!row) throw new Error('The query of the office counts returned no row')
  return {
    conversations: row.conversations,
    contact: row.contact,
    newsletter: row.newsletter,
    transactions: row.transactions,
    verifications: row.verifications,
    proposals,
    lines: row.lines,
  }
}
