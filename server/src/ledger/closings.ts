import type { Reader, Tx } from '../platform/db/connection.ts'
import { sqlState } from '../platform/db/errors.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/** The last day of the books that is closed; null: none is. */
export async function closedUntil(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ until: string | null }[]>`
    select max(until)::text as until from closings where reopened_at is null`
  return row?.until ?? null
}

/** For what staff date themselves. Until the transaction ends, no closing is confirmed: see `lockBookings`. */
export async function requireOpenDay(tx: Tx, day: string): Promise<void> {
  const until = await closedUntil(tx)
  if (until !== null && day <= until) throw new Refusal('period_closed')
}

/**
 * Waits for bookings under way and lets none begin until the transaction ends. The database's rule makes every booking read
 * `closings`, so no lock of its own is needed. Bookings wait meanwhile: after a second this gives up, and the client tries again.
 */
async function lockBookings(tx: Tx): Promise<void> {
  await tx`set local lock_timeout = '1s'`
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

/** In the transaction that has confirmed its proposal. When it commits, everything booked until then is visible, and no more is booked. */
export async function closeBooks(tx: Tx, closing: Closing, basis: { closedUntil: string | null }): Promise<void> {
  await lockBookings(tx)
  if ((await closedUntil(tx)) !== basis.closedUntil) throw new Refusal('proposal_outdated')
  await tx`
    insert into closings (id, from_on, until, ends_at, locale, checklist, closed_by, closed_at)
    values (${closing.id}, ${closing.from}, ${closing.until}, ${closing.endsAt}, ${closing.locale},
      ${JSON.stringify(closing.checklist)}::text::json, ${closing.closedBy}, ${closing.closedAt})`
}

/** In the transaction that has confirmed the proposal. Only the last one in force is reopened. */
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
