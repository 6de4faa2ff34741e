import type { Reader, Sql, Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'

export type OfficeEventKind =
  | 'office.message'
  | 'office.seen'
  | 'office.waiting'
  | 'office.contact'
  | 'office.newsletter'
type OfficeEvent = { kind: OfficeEventKind; personId: string | null; subjectId: string | null; at: Date }

/** Tells all administrators, once. Call it last: the lock it takes is the one all such events are numbered under. */
export async function publishOfficeEvent(tx: Tx, { kind, personId, subjectId, at }: OfficeEvent): Promise<void> {
  await tx`
    with next as (update office_stream set number = number + 1 where id = 1 returning number)
    insert into office_events (number, kind, person_id, subject_id, created_at)
    select number, ${kind}, ${personId}, ${subjectId}, ${at} from next`
}

/** No call is under way for longer than this between taking the time of a transaction and committing it. */
const OVERLAP_MS = 30_000
const WATERMARK_INTERVAL_MS = 10_000
/** Whoever comes back after longer than this has more to look at than what is new. */
const LOOKBACK_MS = 24 * 3_600_000
export const PENDING_BATCH_SIZE = 50

/**
 * Enters transactions that began to wait, so that transfers need no lock that all of them share. The look is without a
 * lock and mostly finds nothing; what it finds is entered under the lock, by looking again. Gives how many were entered.
 */
export async function publishPendingTransactions(sql: Sql, at: Date): Promise<number> {
  const [stream] = await sql<{ entered_until: Date; news: boolean }[]>`
    select s.entered_until, exists (${unpublishedPending(sql, at, sql`s.entered_until`)}) as news from office_stream s where s.id = 1`
  if (!stream) throw new Error('The office has no stream')
  if (!stream.news && at.getTime() - stream.entered_until.getTime() < WATERMARK_INTERVAL_MS) return 0
  return inTransaction(sql, async (tx) => {
    const [locked] = await tx<{ number: bigint; entered_until: Date }[]>`
      select number, entered_until from office_stream where id = 1 for update`
    if (!locked) throw new Error('The office has no stream')
    const entered = await tx`
      insert into office_events (number, kind, person_id, subject_id, created_at)
      select ${locked.number} + row_number() over (order by w.value_at, w.id), 'office.waiting', w.account_id, w.id, ${at}
      from (${unpublishedPending(tx, at, tx`${locked.entered_until}::timestamptz`)} order by t.value_at, t.id limit ${PENDING_BATCH_SIZE}) w`
    // Where more wait than are entered at once, the next look begins where this one did.
    const until = entered.count < PENDING_BATCH_SIZE ? at : locked.entered_until
    await tx`
      update office_stream set number = number + ${entered.count}, entered_until = greatest(entered_until, ${until})
      where id = 1`
    return entered.count
  })
}

/**
 * By value date, because that is how the index has them: it is the time of submission, except for what an administrator
 * proposes with an earlier one, which is no news to the office.
 */
const unpublishedPending = (sql: Reader, at: Date, until: ReturnType<Reader>) => sql`
  select t.id, t.account_id, t.value_at from transactions t
  where t.status = 'Pending'
    and t.value_at > greatest(${until} - ${OVERLAP_MS} * interval '1 millisecond', ${new Date(at.getTime() - LOOKBACK_MS)})
    and not exists (select 1 from office_events e where e.kind = 'office.waiting' and e.subject_id = t.id)`

const RETENTION_MS = 2 * 24 * 3_600_000

/** A page that was away for longer loads everything anew anyway. */
export async function deleteOldOfficeEvents(sql: Sql, at: Date): Promise<void> {
  await sql`delete from office_events where created_at < ${new Date(at.getTime() - RETENTION_MS)}`
}
