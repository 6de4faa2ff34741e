import type { Tx } from '../../platform/db/connection.ts'
import { NO_HEAD, readLinks } from './read-links.ts'

/**
 * Reads a part of the verified past again, so that all of it is read once in some days: first the accounts that wait longest, at
 * most this many postings. It compares them with each other, with what is kept, and with what was sealed. An account
 * that fails is first again in the next run, and stays wrong until it was read to its end.
 */
export const recheckPostings = (tx: Tx, maxPostings: number) => tx`
  with longest as (select * from account_checks order by rechecked_at, account_id limit ${maxPostings}),
  counted as (
    select *, coalesce(sum(greatest(posting_number - rechecked_number, 1)) over (
      order by rechecked_at, account_id rows between unbounded preceding and 1 preceding), 0) as before from longest),
  parts as materialized (
    select c.account_id, c.rechecked_number as from_number, c.posting_number as last_number, c.posting_head as last_hash,
      least(c.posting_number, c.rechecked_number + ${maxPostings}::bigint) as to_number,
      coalesce(p.hash, ${NO_HEAD}::bytea) as from_head, coalesce(p.balance_after, 0) as from_balance,
      c.balance, c.wire_clearing, c.crypto_clearing, c.adjustments, c.customer_funds
    from counted c left join postings p on p.account_id = c.account_id and p.number = c.rechecked_number
    -- Only the first may be read in part: it has more postings than one run reads.
    where c.before = 0 or c.before + c.posting_number - c.rechecked_number <= ${maxPostings}),
  ${readLinks(tx)},
  checked as (
    select p.account_id, p.to_number, p.to_number = p.last_number as ended,
      coalesce(s.wrong, false) or p.to_number <> p.from_number + coalesce(s.postings, 0)
      or (p.to_number = p.last_number and (not coalesce(s.has_last, p.from_head = p.last_hash)
        or p.balance <> p.from_balance + coalesce(s.total, 0)))
      or (p.from_number = 0 and p.to_number = p.last_number
        and (p.wire_clearing, p.crypto_clearing, p.adjustments, p.customer_funds) is distinct from
          (coalesce(s.wire_clearing, 0), coalesce(s.crypto_clearing, 0), coalesce(s.adjustments, 0), coalesce(s.customer_funds, 0)))
      or exists (
        select 1 from sealed_heads h left join postings o on o.account_id = h.account_id and o.number = h.posting_number
        where h.account_id = p.account_id and h.posting_number > p.from_number and h.posting_number <= p.to_number
          and h.posting_head is distinct from o.hash) as failed
    from parts p left join sums s on s.account_id = p.account_id)
  update account_checks c set recheck_wrong = k.failed or (c.recheck_wrong and not k.ended),
    rechecked_number = case when k.failed then c.rechecked_number when k.ended then 0 else k.to_number end,
    rechecked_at = case when k.ended and not k.failed then ${tx.now()} else c.rechecked_at end
  from checked k where c.account_id = k.account_id`
