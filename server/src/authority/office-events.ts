import type { OfficeEventKind } from '#contract/notifications/notification-kinds.ts'
import type { Reader, Sql, TimeInSql, Tx } from '../platform/db/connection.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import { inTransaction } from '../platform/db/transaction.ts'

type OfficeEvent = { kind: OfficeEventKind; personId: string | null; subjectId: string | null; at: Date }

/** Publishes an event to all staff with its permission. Call it last in a transaction: all office events share one lock. */
export async function publishOfficeEvent(tx: Tx, { kind, personId, subjectId, at }: OfficeEvent): Promise<void> {
  await tx`
    with next as (update office_stream set number = number + 1 where id = 1 returning number)
    insert into office_events (number, kind, person_id, subject_id, created_at)
    select number, ${kind}, ${personId}, ${subjectId}, ${at} from next`
}

/** Longer than any request takes between reading the clock and committing. */
const OVERLAP_MS = 30_000
const WATERMARK_INTERVAL_MS = 10_000
/** Older pending transactions are in the list anyway; an event about them would be late. */
const LOOKBACK_MS = 24 * 3_600_000
export const PENDING_BATCH_SIZE = 50

/**
 * Publishes new pending transactions and returns how many, so that transfers need no lock shared by all of them. The first
 * query takes no lock and mostly finds nothing; what it finds is queried again under the lock of the stream.
 */
export async function publishPendingTransactions(sql: Sql, at: Date): Promise<number> {
  const [stream] = await sql<{ entered_until: Date; found: boolean }[]>`
    select s.entered_until, exists (${unpublishedPending(sql, at, sql`s.entered_until`)}) as found
    from office_stream s where s.id = 1`
  if (!stream) throw new Error('The row of office_stream is missing')
  if (!stream.found && at.getTime() - stream.entered_until.getTime() < WATERMARK_INTERVAL_MS) return 0
  return inTransaction(sql, async (tx) => {
    const [locked] = await tx<{ number: bigint; entered_until: Date }[]>`
      select number, entered_until from office_stream where id = 1 for update`
    if (!locked) throw new Error('The row of office_stream is missing')
    const published = await tx`
      insert into office_events (number, kind, person_id, subject_id, created_at)
      select ${locked.number} + row_number() over (order by w.entered_at, w.id), w.kind, w.person_id, w.id, ${at}
      from (${unpublishedPending(tx, at, tx`${locked.entered_until}::timestamptz`)} order by 4, 1 limit ${PENDING_BATCH_SIZE}) w`
    // After a full batch the watermark stays, so that the next query finds the rest. One that a wrong clock left in the future goes.
    const until = published.count < PENDING_BATCH_SIZE ? at : locked.entered_until
    await tx`
      update office_stream set number = number + ${published.count}, entered_until = ${until}
      where id = 1`
    return published.count
  })
}

/**
 * What a customer submitted, named after the customer, and what a member of staff proposed, named after them. Customers'
 * transactions are filtered by value date because the index has it: it is the time of submission.
 */
function unpublishedPending(sql: Reader, at: Date, since: ReturnType<Reader>) {
  const from = sql`
    greatest(least(${since}, ${at}) - ${OVERLAP_MS} * interval '1 millisecond', ${new Date(at.getTime() - LOOKBACK_MS)})`
  return sql`
    select t.id, 'office.waiting' as kind, a.owner_id as person_id, t.value_at as entered_at
    from transactions t join accounts a on a.id = t.account_id
    where t.status = 'Pending' and t.proposed_by is null and t.value_at > ${from}
      and not exists (select 1 from office_events e where e.kind = 'office.waiting' and e.subject_id = t.id)
    union all
    select t.id, 'office.proposed', t.proposed_by, t.proposed_at from transactions t
    where t.status = 'Pending' and t.proposed_by is not null and t.proposed_at > ${from}
      and not exists (select 1 from office_events e where e.kind = 'office.proposed' and e.subject_id = t.id)`
}

export const deleteOfficeEventsBefore = (sql: Sql, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select number from office_events where created_at < ${before} limit ${rows}
        for update skip locked)
      delete from office_events e using old where e.number = old.number`,
  )
