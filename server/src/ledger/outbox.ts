import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { column } from '../platform/db/arrays.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'

/** A notification to send by email. `attempts` includes the current one. */
export type OutboxMail = {
  personId: string
  number: bigint
  kind: string
  data: Record<string, unknown>
  createdAt: Date
  /** The database's time: how old it is must not depend on a server's clock. */
  claimedAt: Date
  attempts: number
  fullName: string
  /** The last confirmed address; the current one if none was ever confirmed. */
  email: string
  /** The language that the person chose, if any. */
  locale: string | null
}

type OutboxMailRow = {
  person_id: string
  number: bigint
  kind: string
  data: Record<string, unknown>
  created_at: Date
  claimed_at: Date
  mail_attempts: number
  full_name: string
  email: string
  locale: string | null
}

/**
 * Claims due mail by moving its due time: if this server dies before the mail is sent, it is due again after `leaseMs`.
 * Not in an open transaction, because a mail server can take longer than a lock should be held. SKIP LOCKED: two servers
 * claim different mail.
 */
export async function claimMail(sql: Sql, at: Date, { limit, leaseMs }: { limit: number; leaseMs: number }) {
  const rows = await sql<OutboxMailRow[]>`
    with due as materialized (
      select person_id, number from outbox where mail_at <= ${at} order by mail_at limit ${limit}
      for update skip locked)
    update outbox o set mail_at = ${new Date(at.getTime() + leaseMs)}, mail_attempts = o.mail_attempts + 1
    from due, people p
    where o.person_id = due.person_id and o.number = due.number and p.id = o.person_id
    returning o.person_id, o.number, o.kind, o.data, o.created_at, ${sql.now()} as claimed_at,
      o.mail_attempts, p.full_name,
      coalesce(p.last_confirmed_email, p.email) as email, p.locale`
  return rows.map(
    (row): OutboxMail => ({
      personId: row.person_id,
      number: row.number,
      kind: row.kind,
      data: row.data,
      createdAt: row.created_at,
      claimedAt: row.claimed_at,
      attempts: row.mail_attempts,
      fullName: row.full_name,
      email: row.email,
      locale: row.locale,
    }),
  )
}

export type MailResult = Pick<OutboxMail, 'personId' | 'number' | 'attempts'> & { nextAt: Date | null }

/**
 * Stores what became of claimed mail: `nextAt` is null once it is sent, else the time of the next attempt. Skips mail whose
 * lease expired and that another server has claimed since: its `attempts` is higher.
 */
export async function storeMailResults(sql: Sql, settled: readonly MailResult[]): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update outbox o set mail_at = s.next_at
    from unnest(
      ${column(settled, (mail) => mail.personId)}::uuid[], ${column(settled, (mail) => mail.number)}::bigint[],
      ${column(settled, (mail) => mail.attempts)}::int[], ${column(settled, (mail) => mail.nextAt)}::timestamptz[])
      as s (person_id, number, attempts, next_at)
    where o.person_id = s.person_id and o.number = s.number and o.mail_attempts = s.attempts`
}

/** At most 1000. */
export async function countDueMail(sql: Sql, at: Date): Promise<number> {
  const [due] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from outbox where mail_at <= ${at} limit 1000) as due`
  return due?.count ?? 0
}

/** The person has seen the subject itself, so these notifications need no email and count as read. */
export async function markKindRead(tx: Reader, personId: string, kind: NotificationKind, at: Date): Promise<void> {
  await tx`
    update outbox set mail_at = null, read_at = coalesce(read_at, ${at})
    where person_id = ${personId} and kind = ${kind} and (mail_at is not null or read_at is null)`
}

/** One notification, or all up to one. The time of the first reading stays. */
export async function markRead(
  sql: Reader,
  personId: string,
  { number, upTo }: { number?: bigint; upTo?: bigint },
  at: Date,
): Promise<void> {
  const which = upTo === undefined ? sql`number = ${number ?? 0n}` : sql`number <= ${upTo}`
  await sql`update outbox set read_at = ${at} where person_id = ${personId} and read_at is null and ${which}`
}
