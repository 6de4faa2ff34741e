import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'

/**
 * Sums up to the last posting that is in a sum, and compares every month. A posting belongs to the month of the latest time so far in its
 * chain, and after a stored end of a month to a later month.
 */
export const checkStatementSums = (sql: Reader, zone: string) => sql<Count[]>`
  with summed as (select account_id, max(last_number) as number from statement_sums group by account_id),
  closed as (
    select account_id, last_number + 1 as number,
           to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') as next_month
    from statement_closings group by account_id, last_number),
  placed as (
    select p.account_id, p.number, p.amount,
           greatest(to_char(max(p.booked_at) over chain at time zone ${zone}, 'YYYY-MM'), max(c.next_month) over chain,
                    to_char(a.opened_at at time zone ${zone}, 'YYYY-MM')) as month
    from summed s join accounts a on a.id = s.account_id
    join postings p on p.account_id = s.account_id and p.number <= s.number
    left join closed c on c.account_id = p.account_id and c.number = p.number
    window chain as (partition by p.account_id order by p.number)),
  expected as (
    select account_id, month, min(number) as first_number, max(number) as last_number,
           coalesce(sum(amount) filter (where amount > 0), 0) as credits,
           coalesce(-sum(amount) filter (where amount < 0), 0) as debits
    from placed group by account_id, month)
  select (select count(*) from statement_sums) as checked, count(*) as breaches
  from statement_sums s full join expected e using (account_id, month)
  where s.first_number is distinct from e.first_number or s.last_number is distinct from e.last_number
     or s.credits is distinct from e.credits or s.debits is distinct from e.debits`
