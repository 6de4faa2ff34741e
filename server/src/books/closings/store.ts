import type { Checklist } from '#contract/books/closings.ts'
import type { Locale } from '#contract/locales.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type ClosingRow = {
  id: string
  from: string | null
  until: string
  endsAt: Date
  locale: Locale
  closedBy: string
  reopenedAt: Date | null
  /** Up to which day the books were closed before it. */
  before: string | null
}

const columns = (sql: Reader) => sql`
  c.id, c.from_on::text as from, c.until::text as until, c.ends_at as "endsAt", c.locale, c.closed_by as "closedBy",
  c.reopened_at as "reopenedAt", (c.from_on - 1)::text as before`

export async function findClosing(sql: Reader, id: string): Promise<ClosingRow | undefined> {
  const [row] = await sql<ClosingRow[]>`select ${columns(sql)} from closings c where c.id = ${id}`
  return row
}

export async function isLast(sql: Reader, { id, reopenedAt }: ClosingRow): Promise<boolean> {
  if (reopenedAt) return false
  const [row] = await sql<{ id: string }[]>`
    select id from closings where reopened_at is null order by ends_at desc limit 1`
  return row?.id === id
}

/** Closings that lack one of their documents, the oldest first. */
export const selectUnfinished = (sql: Reader, kinds: readonly string[]) => sql<ClosingRow[]>`
  select ${columns(sql)} from closings c
  where (select count(*) from documents d where d.account_id = c.closed_by and d.kind = any(${kinds as string[]}::text[])
           and d.subject = c.id::text and d.final) < ${kinds.length}::int
  order by c.ends_at`

export type ListedRow = {
  id: string
  from: string | null
  until: string
  state: 'proposed' | 'closed' | 'reopened'
  proposed_by: string
  proposer_name: string
  proposed_at: Date
  closed_by: string | null
  closer_name: string | null
  closed_at: Date | null
  checklist: Checklist
  confirmed_checklist: Checklist | null
  reopening_id: string | null
  reopening_reason: string | null
  reopening_by: string | null
  reopening_by_name: string | null
  reopening_proposed_at: Date | null
  reopening_confirmed_by: string | null
  reopening_confirmed_name: string | null
  reopened_at: Date | null
}

/** Closings in force and reopened ones, and the one that waits, newest first. */
export const selectClosings = (sql: Reader, since: Date) => sql<ListedRow[]>`
  select p.id, coalesce(c.from_on, (p.before ->> 'closedUntil')::date + 1)::text as from, (p.change ->> 'until') as until,
    case when c.id is null then 'proposed' when c.reopened_at is null then 'closed' else 'reopened' end as state,
    p.proposed_by, pp.full_name as proposer_name, p.proposed_at, c.closed_by, cp.full_name as closer_name, c.closed_at,
    p.after -> 'checklist' as checklist, c.checklist as confirmed_checklist,
    r.id as reopening_id, r.change ->> 'reason' as reopening_reason, r.proposed_by as reopening_by,
    rp.full_name as reopening_by_name, r.proposed_at as reopening_proposed_at,
    r.decided_by as reopening_confirmed_by, rd.full_name as reopening_confirmed_name, c.reopened_at
  from proposals p join people pp on pp.id = p.proposed_by
  left join closings c on c.id = p.id left join people cp on cp.id = c.closed_by
  left join proposals r on r.kind = 'reopening' and r.change ->> 'closingId' = c.id::text
    and (r.id = c.reopening_id or (r.state = 'pending' and r.proposed_at > ${since}))
  left join people rp on rp.id = r.proposed_by left join people rd on rd.id = r.decided_by
  where p.kind = 'closing' and (c.id is not null or (p.state = 'pending' and p.proposed_at > ${since}))
  order by until desc, p.id desc`

export type ClosingDocumentRow = {
  closing_id: string
  kind: string
  number: string
  size_bytes: bigint
  sha256: Buffer
  issued_at: Date
}

export const selectClosingDocuments = (sql: Reader, kinds: readonly string[]) => sql<ClosingDocumentRow[]>`
  select c.id as closing_id, d.kind, d.number, d.size_bytes, d.sha256, d.issued_at
  from closings c join documents d on d.account_id = c.closed_by and d.subject = c.id::text and d.final
  where d.kind = any(${kinds as string[]}::text[])`

/** Customers who have a booking in the period, in pages. */
export const selectBookedPeople = (
  sql: Reader,
  period: { start: Date; end: Date },
  after: string | null,
  rows: number,
) =>
  sql<{ id: string }[]>`
    select p.id from people p
    where p.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and exists (
      select 1 from accounts a join postings b on b.account_id = a.id
      where a.owner_id = p.id and b.booked_at >= ${period.start} and b.booked_at < ${period.end})
    order by p.id limit ${rows}`

/** The day of the first booking is where the first period begins. */
export async function firstBookedAt(sql: Reader): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select least((select min(booked_at) from postings), (select min(booked_at) from contra_movements),
      (select min(booked_at) from journal_lines)) as at`
  return row?.at ?? null
}
