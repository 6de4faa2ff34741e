import type { Reader, Tx } from '../platform/db/connection.ts'
import { sqlState } from '../platform/db/errors.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { bookings, sumBookings } from './day-totals.ts'
import type { Count } from './scheduled-payments/scheduled-payment-invariants.ts'

/** The last day of the books that is closed; null: none is. */
export async function closedUntil(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ until: string | null }[]>`
    select max(until)::text as until from closings where reopened_at is null`
  return row?.until ?? null
}

/** It is asked about what staff date themselves. No closing is confirmed before the transaction ends: see `lockBookings`. */
export async function requireOpenDay(tx: Tx, day: string): Promise<void> {
  const until = await closedUntil(tx)
  if (until !== null && day <= until) throw new Refusal('period_closed')
}

/**
 * Waits for bookings under way and lets none begin until the transaction ends. The database's rule makes every booking read
 * `closings`, so no lock of its own is needed. Bookings wait meanwhile: after two seconds this gives up, and the client tries again.
 */
async function lockBookings(tx: Tx): Promise<void> {
  await tx`set local lock_timeout = '2s'`
  await tx`lock table closings in access exclusive mode`
}

export type Closing = {
  /** That of its proposal. */
  id: string
  from: string | null
  until: string
  endsAt: Date
  locale: string
  checklist: object
  closedBy: string
  closedAt: Date
}

/** It runs in the transaction that has confirmed its proposal, whose commit shows everything booked until then; no more is booked. */
export async function closeBooks(tx: Tx, closing: Closing, basis: { closedUntil: string | null }): Promise<void> {
  await lockBookings(tx)
  if ((await closedUntil(tx)) !== basis.closedUntil) throw new Refusal('proposal_outdated')
  await tx`
    insert into closings (id, from_on, until, ends_at, locale, checklist, closed_by, closed_at)
    values (${closing.id}, ${closing.from}, ${closing.until}, ${closing.endsAt}, ${closing.locale},
      ${JSON.stringify(closing.checklist)}::text::json, ${closing.closedBy}, ${closing.closedAt})`
}

/** It runs in the transaction that has confirmed the proposal. The last closing in force is the only one that is reopened. */
export async function reopenBooks(tx: Tx, closingId: string, proposalId: string, at: Date): Promise<void> {
  await lockBookings(tx)
  const { count } = await tx`
    update closings c set reopening_id = ${proposalId}, reopened_at = ${at}
    where id = ${closingId} and reopened_at is null
      and not exists (select 1 from closings later where later.reopened_at is null and later.ends_at > c.ends_at)`
  if (count !== 1) throw new Refusal('proposal_outdated')
}

const BOOKING_TABLES = /row-level security policy for table "(?:postings|contra_movements|journal_lines)"/

/** The database refused to book into a closed period: a server does that only while its clock is wrong. */
export const isClosedPeriod = (error: unknown): boolean =>
  sqlState(error) === '42501' && BOOKING_TABLES.test((error as Error).message)

/** A closing before anything was booked has this row, which says that the sums were kept. */
const NOTHING = { debit: 'none', credit: 'none', amountCents: 0n }

/** Keeps what is booked up to the end of a closing, once. Nothing is added any more, so it may be done at any time afterwards. */
export async function keepSums(tx: Tx, closing: { id: string; until: string }, zone: string): Promise<void> {
  const [kept] = await tx`select 1 from closing_sums where closing_id = ${closing.id} limit 1`
  if (kept) return
  for (const { debit, credit, amountCents } of [NOTHING, ...(await sumBookings(tx, closing.until, zone))])
    await tx`
      insert into closing_sums (closing_id, debit, credit, amount)
      values (${closing.id}, ${debit}, ${credit}, ${String(amountCents)}) on conflict do nothing`
}

/** The kept sums of the last closing in force, and so of all before it, are those of the bookings up to its end. */
export const checkClosings = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with last as (
    select c.id, c.ends_at from closings c
    where c.reopened_at is null and exists (select from closing_sums s where s.closing_id = c.id)
    order by c.ends_at desc limit 1),
  booked as (
    select debit, credit, sum(amount) as amount from (${bookings(sql)}) b
    where booked_at < (select ends_at from last) group by debit, credit)
  select count(*) as checked, count(*) filter (where coalesce(s.amount, 0) <> coalesce(b.amount, 0)) as breaches
  from (select * from closing_sums where closing_id = (select id from last)) s full join booked b using (debit, credit)`
