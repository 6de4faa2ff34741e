import type { Reader } from '../../platform/db/connection.ts'

/**
 * Runs are counted without gaps, and say what they contain. Each payment of a run that lives is a completed wire that nothing but a
 * return gave back, and only once: the key on the transaction is checked as well. A run is sent or cancelled, and only a sent one has
 * statuses. A rejected payment has its return, and was not booked.
 */
export const checkPaymentRuns = (sql: Reader) => sql<{ checked: bigint; breaches: bigint }[]>`
  with paid as (
    select run_id, count(*) as count, sum(amount) as total, min(place) as first, max(place) as last, count(distinct lives) as kinds
    from (select run_id, place, amount, true as lives from run_payments
          union all select run_id, place, amount, false from cancelled_payments) as payments group by run_id),
  statuses as (
    select p.run_id, p.place, p.transaction_id, array_agg(s.status) as said
    from payment_statuses s join run_payments p using (run_id, place) group by 1, 2, 3),
  misfits as (
    select p.transaction_id from run_payments p left join transactions t on t.id = p.transaction_id
    where p.transaction_id is not null
      and ((t.status = 'Completed' and t.type = 'Transfer' and t.method = 'wire' and t.reverses_id is null
            and t.amount = -p.amount and t.reference = p.end_to_end_id) is not true
           or exists (select 1 from transactions r where r.reverses_id = p.transaction_id and r.status <> 'Declined'
                      and not r.is_return))),
  stray_lines as (
    select p.line_id from run_payments p left join bank_statement_lines l on l.id = p.line_id
    where p.line_id is not null and (l.state = 'booked' and l.returned_reason is not null and l.amount = p.amount) is not true)
  select (select count(*) from run_payments) as checked,
    (select count(*) from payment_runs r full join paid p on p.run_id = r.id
     where r.count is distinct from p.count or r.total is distinct from p.total or p.first <> 1 or p.last <> p.count or p.kinds <> 1
       or (r.cancelled_at is not null) <> exists (select 1 from cancelled_payments c where c.run_id = r.id)
       or (r.cancelled_at is not null and r.sent_at is not null))
    + (select count(*) from statuses s join payment_runs r on r.id = s.run_id
       where r.sent_at is null or (said @> '{rejected}' and (said @> '{booked}' or transaction_id is not null and not exists (
         select 1 from transactions b where b.reverses_id = s.transaction_id and b.is_return))))
    + (select count(*) from misfits) + (select count(*) from stray_lines)
    + (select count(*) from (select 1 from run_payments group by coalesce(transaction_id, line_id) having count(*) > 1) as twice)
    + (select case when coalesce(max(number), 0) = count(*) then 0 else 1 end from payment_runs)
    + (select count(*) from transactions r left join transactions t on t.id = r.reverses_id
       where r.is_return and (t.type = 'Transfer' and t.method = 'wire' and r.amount = -t.amount) is not true) as breaches`
