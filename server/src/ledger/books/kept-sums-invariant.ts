import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'
import { NO_HEAD } from './read-links.ts'

/** Sums all postings up to the one that each account was verified to. */
export const checkKeptSums = (sql: Reader) => sql<Count[]>`
  with expected as (
    select c.account_id, count(*) as postings, sum(p.amount) as balance,
      coalesce(sum(p.amount) filter (where p.contra = 'wire_clearing'), 0) as wire_clearing,
      coalesce(sum(p.amount) filter (where p.contra = 'crypto_clearing'), 0) as crypto_clearing,
      coalesce(sum(p.amount) filter (where p.contra = 'adjustments'), 0) as adjustments,
      coalesce(sum(p.amount) filter (where p.contra = 'customer_funds'), 0) as customer_funds
    from account_checks c join postings p on p.account_id = c.account_id and p.number <= c.posting_number group by c.account_id)
  select count(*) as checked, count(*) filter (where a.id is null or c.posting_head <> coalesce(p.hash, ${NO_HEAD}::bytea)
    or (c.posting_number, c.balance, c.wire_clearing, c.crypto_clearing, c.adjustments, c.customer_funds) is distinct from
      (coalesce(e.postings, 0), coalesce(e.balance, 0), coalesce(e.wire_clearing, 0), coalesce(e.crypto_clearing, 0),
       coalesce(e.adjustments, 0), coalesce(e.customer_funds, 0))) as breaches
  from account_checks c left join accounts a on a.id = c.account_id left join expected e on e.account_id = c.account_id
  left join postings p on p.account_id = c.account_id and p.number = c.posting_number`
