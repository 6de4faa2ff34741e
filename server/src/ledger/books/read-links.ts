import type { Reader } from '../../platform/db/connection.ts'
import { postingHash } from '../proof/posting-hash.ts'

/** The head of a chain without postings. */
export const NO_HEAD = Buffer.alloc(32)

/**
 * The common table expressions `links`, the postings of `parts`, and `sums`, one row for each account that has any there. `parts`: of each
 * account the numbers to read, with the hash and the balance before them, and the hash that `last_number` must have. Row by row
 * through the primary key: PostgreSQL can't know how few of all postings these are.
 */
export const readLinks = (sql: Reader) => sql`
  links as materialized (
    select p.account_id, p.number, p.transaction_id, p.entry_id, p.contra, p.amount, p.booked_at,
      p.number = part.last_number and p.hash = part.last_hash as is_last,
      p.number <> part.from_number + row_number() over chain
      or p.balance_after <> part.from_balance + sum(p.amount) over chain
      or p.hash <> ${postingHash(sql, sql`lag(p.hash, 1, part.from_head) over chain`)} as wrong
    from parts part cross join lateral (
      select * from postings
      where account_id = part.account_id and number > part.from_number and number <= part.to_number order by number offset 0) p
    window chain as (partition by part.account_id order by p.number)),
  sums as (
    select account_id, count(*) as postings, sum(amount) as total, bool_or(is_last) as has_last, bool_or(wrong) as wrong,
      coalesce(sum(amount) filter (where contra = 'wire_clearing'), 0) as wire_clearing,
      coalesce(sum(amount) filter (where contra = 'crypto_clearing'), 0) as crypto_clearing,
      coalesce(sum(amount) filter (where contra = 'adjustments'), 0) as adjustments,
      coalesce(sum(amount) filter (where contra = 'customer_funds'), 0) as customer_funds
    from links group by account_id)`
