import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'

/**
 * Of a request for a fixed amount at most one payment lives: one that was neither declined nor cancelled. Every payment is a transfer of
 * another person to the account that asked for it.
 */
export const checkPaidRequests = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with paid as (
    select p.request_id, p.is_only, p.ended_at is null as live,
           t.type = 'Transfer' and t.method = 'internal' and t.party_id = r.account_id and a.owner_id <> r.person_id
             and (r.amount is null or t.amount = -r.amount) and p.is_only = (r.amount is not null)
             and (p.ended_at is not null) = (t.status = 'Declined') as fits
    from pay_request_payments p join pay_requests r on r.id = p.request_id
    left join transactions t on t.id = p.transaction_id left join accounts a on a.id = t.account_id)
  select (select count(*) from pay_requests) as checked,
         (select count(*) from paid where fits is not true)
         + (select count(*) from (select 1 from paid where is_only and live group by request_id having count(*) > 1) as twice)
         + (select count(*) from pay_requests r join accounts a on a.id = r.account_id where a.owner_id <> r.person_id) as breaches`
