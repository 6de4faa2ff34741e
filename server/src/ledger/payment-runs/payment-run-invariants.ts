import type { Reader } from '../../platform/db/connection.ts'

/**
 * Runs are counted without gaps, and say what they contain. Each payment is a completed wire that nothing but a return gave
 * back, and only once: the key on the transaction is checked as well.
 */
export const checkPaymentRuns = (sql: Reader) => sql<{ checked: bigint; breaches: bigint }[]>`
  with paid as (
    select run_id, count(*) as count, sum(amount) as total, min(place) as first, max(place) as last
    from run_payments group by run_id),
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
     where r.count is distinct from p.count or r.total is distinct from p.total or p.first <> 1 or p.last <> p.count)
    + (select count(*) from misfits) + (select count(*) from stray_lines)
    + (select count(*) from (select 1 from run_payments group by coalesce(transaction_id, line_id) having count(*) > 1) as twice)
    + (select case when coalesce(max(number), 0) = count(*) then 0 else 1 end from payment_runs)
    + (select count(*) from transactions r left join transactions t on t.id = r.reverses_id
       where r.is_return and (t.type = 'Transfer' and t.method = 'wire' and r.amount = -t.amount) is not true) as breaches`
