import type { PaymentStatus } from '#contract/external-money/payment-statuses.ts'
import { column } from '../platform/db/arrays.ts'
import type { Sql } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { mainAccountId } from './account.ts'
import { auditEntry, type StaffContext } from './audit-entry.ts'
import { lockInOrder, requireRunPermission } from './make-payment-run.ts'
import { record } from './record.ts'

/** What the external bank says of a payment of a run. `reason`: a code, or empty. */
export type PaymentMark = { runId: string; place: number; status: PaymentStatus; reason: string }

/**
 * Keeps each status once, under the locks under which payments are returned: one that was rejected is not booked afterwards, and a
 * rejected one has its return before. Answers how many payments have a new status; an audit entry says so.
 */
export async function reportPayments(
  sql: Sql,
  staff: StaffContext,
  marks: readonly PaymentMark[],
  report: Record<string, unknown>,
): Promise<number> {
  if (marks.length === 0) return 0
  const [runIds, places] = [column(marks, ({ runId }) => runId), column(marks, ({ place }) => place)]
  return inTransaction(sql, async (tx) => {
    const accounts = await tx<{ id: string }[]>`
      select distinct t.account_id as id from unnest(${runIds}::uuid[], ${places}::int[]) as m (run_id, place)
      join run_payments p using (run_id, place) join transactions t on t.id = p.transaction_id`
    await lockInOrder(tx, [...accounts.map(({ id }) => id), mainAccountId(staff.actorId)])
    await requireRunPermission(tx, staff)
    const inserted = await tx<{ run_id: string; place: number }[]>`
      insert into payment_statuses (run_id, place, status, reason, reported_by, reported_at)
      select p.run_id, p.place, m.status, m.reason, ${staff.actorId}, ${staff.at}
      from unnest(${runIds}::uuid[], ${places}::int[], ${column(marks, ({ status }) => status)}::text[],
        ${column(marks, ({ reason }) => reason)}::text[]) as m (run_id, place, status, reason)
      join run_payments p using (run_id, place) join payment_runs r on r.id = p.run_id and r.sent_at is not null
      where not exists (
        select 1 from payment_statuses s where s.run_id = p.run_id and s.place = p.place
          and (s.status, m.status) in (('rejected', 'accepted'), ('rejected', 'booked'), ('booked', 'rejected')))
      and (m.status <> 'rejected' or p.transaction_id is null
           or exists (select 1 from transactions b where b.reverses_id = p.transaction_id and b.is_return))
      on conflict do nothing
      returning run_id, place`
    const changed = new Set(inserted.map(({ run_id, place }) => `${run_id} ${place}`)).size
    if (changed === 0) return 0
    const after = { ...report, changed, runIds: [...new Set(inserted.map(({ run_id }) => run_id))].slice(0, 20) }
    const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.reported', before: {}, after })
    await record(tx, { auditEntries: [entry] })
    return changed
  })
}
