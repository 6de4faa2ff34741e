import type { Tx } from '../../platform/db/connection.ts'
import { FIRST_ID } from '../../platform/db/id-range.ts'
import type { ContraAccount } from '../types.ts'
import { NO_HEAD, readLinks } from './read-links.ts'

/** What is in the books and failed, so that it is not in the kept sums. */
export type FailedSums = { postings: bigint } & Record<ContraAccount, bigint>

/** `lastId`: more accounts differ, after this one. */
type Part = { failed: FailedSums; lastId: string | null }

/**
 * Verifies accounts that differ from what is kept of them, by their postings since, and moves what is kept to their newest posting.
 * An account that fails keeps its place: the next run reads it again. The place is a posting number of each account and not
 * a time or a sequence for all, so a transaction that commits after this snapshot is new to the next one, whenever it began.
 * `since`: of postings booked later, also those are found that their account does not count.
 */
export async function checkNewPostings(
  tx: Tx,
  { afterId = FIRST_ID, since, maxPostings }: { afterId?: string; since: Date | null; maxPostings: number },
): Promise<Part> {
  const [row] = await checkAccounts(tx, afterId, since, maxPostings)
  if (!row) throw new Error('The verification of new postings returned no row')
  const { more, last, ...sums } = row
  return { failed: toCents(sums), lastId: more ? last : null }
}

/** PostgreSQL sums bigint as numeric, which the driver returns as text. */
const toCents = (sums: Record<keyof FailedSums, string>): FailedSums => ({
  postings: BigInt(sums.postings),
  wire_clearing: BigInt(sums.wire_clearing),
  crypto_clearing: BigInt(sums.crypto_clearing),
  adjustments: BigInt(sums.adjustments),
  customer_funds: BigInt(sums.customer_funds),
})

type Row = { more: boolean; last: string | null } & Record<keyof FailedSums, string>

const checkAccounts = (tx: Tx, afterId: string, since: Date | null, maxPostings: number) => tx<Row[]>`
  with pending as (
    select account_id, -sum(amount) as total from transactions
    where status = 'Pending' and type = 'Transfer' group by account_id),
  uncounted as (
    select p.account_id from postings p join accounts a on a.id = p.account_id
    where p.booked_at >= ${since} and p.number > a.posting_number),
  changed as materialized (
    select a.id as account_id, a.balance, a.posting_number as last_number, a.posting_head as last_hash,
      a.held <> coalesce(h.total, 0) or a.held not between 0 and a.balance as held_wrong,
      coalesce(c.posting_number, 0) as from_number, coalesce(c.posting_head, ${NO_HEAD}::bytea) as from_head,
      coalesce(c.balance, 0) as from_balance, ${Number.MAX_SAFE_INTEGER}::bigint as to_number
    from accounts a left join account_checks c on c.account_id = a.id left join pending h on h.account_id = a.id
    where a.id > ${afterId} and (
      c.account_id is null or c.wrong or a.balance <> c.balance or a.posting_number <> c.posting_number
      or a.posting_head <> c.posting_head or a.held <> coalesce(h.total, 0) or a.held not between 0 and a.balance
      or a.id in (select account_id from uncounted))),
  parts as materialized (
    select * from (
      select *, coalesce(sum(greatest(last_number - from_number, 1)) over (
        order by account_id rows between unbounded preceding and 1 preceding), 0) as before from changed) counted
    where before < ${maxPostings}),
  ${readLinks(tx)},
  unposted as (
    select distinct l.account_id from links l left join lateral (
      select status, amount, account_id from transactions where id = l.transaction_id offset 0) t on true
    where t.status is distinct from 'Completed' or t.amount <> l.amount or t.account_id <> l.account_id),
  -- One side of an entry may have been verified before, because the account of the other failed.
  one_sided as (
    select entry_id, min(booked_at) as booked_at from links where contra = 'customer_funds' group by entry_id having sum(amount) <> 0),
  unbalanced as (
    select l.account_id from one_sided e join links l on l.entry_id = e.entry_id
    where (select sum(amount) from postings p
           where p.booked_at = e.booked_at and p.entry_id = e.entry_id and p.contra = 'customer_funds') <> 0),
  checked as (
    select p.*, coalesce(s.postings, 0) as postings, coalesce(s.wire_clearing, 0) as wire_clearing,
      coalesce(s.crypto_clearing, 0) as crypto_clearing, coalesce(s.adjustments, 0) as adjustments,
      coalesce(s.customer_funds, 0) as customer_funds,
      p.held_wrong or coalesce(s.wrong, false) or p.last_number <> p.from_number + coalesce(s.postings, 0)
      or not coalesce(s.has_last, p.from_head = p.last_hash) or p.balance <> p.from_balance + coalesce(s.total, 0)
      or p.account_id in (select account_id from unposted) or p.account_id in (select account_id from unbalanced) as failed
    from parts p left join sums s on s.account_id = p.account_id),
  kept as (
    insert into account_checks as c (account_id, posting_number, posting_head, balance, wire_clearing, crypto_clearing,
      adjustments, customer_funds, wrong, rechecked_at)
    select account_id, case when failed then 0 else last_number end, case when failed then ${NO_HEAD}::bytea else last_hash end,
      case when failed then 0 else balance end, case when failed then 0 else wire_clearing end,
      case when failed then 0 else crypto_clearing end, case when failed then 0 else adjustments end,
      case when failed then 0 else customer_funds end, failed, ${tx.now()}
    from checked
    on conflict (account_id) do update set wrong = excluded.wrong,
      posting_number = case when excluded.wrong then c.posting_number else excluded.posting_number end,
      posting_head = case when excluded.wrong then c.posting_head else excluded.posting_head end,
      balance = case when excluded.wrong then c.balance else excluded.balance end,
      wire_clearing = c.wire_clearing + excluded.wire_clearing, crypto_clearing = c.crypto_clearing + excluded.crypto_clearing,
      adjustments = c.adjustments + excluded.adjustments, customer_funds = c.customer_funds + excluded.customer_funds)
  select count(*) < (select count(*) from changed) as more, (select account_id from parts order by account_id desc limit 1) as last,
    coalesce(sum(postings) filter (where failed), 0) as postings,
    coalesce(sum(wire_clearing) filter (where failed), 0) as wire_clearing,
    coalesce(sum(crypto_clearing) filter (where failed), 0) as crypto_clearing,
    coalesce(sum(adjustments) filter (where failed), 0) as adjustments,
    coalesce(sum(customer_funds) filter (where failed), 0) as customer_funds
  from checked`
