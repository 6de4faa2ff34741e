import type { Reader } from '../../platform/db/connection.ts'
import { OWN_TRANSFERS } from '../own-transfers.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'
import { firstIdInWindow, isInWindow, isUncleared } from '../uncleared-deposits.ts'

/**
 * What of a statement entry is in its external account, in suspense, in wire clearing and in the chart follows from its state: a booked one is
 * where it is booked and nowhere else, one in suspense is there, any other has no movement or as many as their opposites. Each round ends
 * with the opposite of its booking. An ignored one has a reason.
 */
export const checkBookedStatementEntries = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with moved as (
    select m.line_id,
           -- What of the entry is there, in its own sign.
           coalesce(sum(case when m.debit = a.contra then m.amount when m.credit = a.contra then -m.amount end), 0) as external,
           coalesce(sum(case when m.credit = 'suspense' then m.amount when m.debit = 'suspense' then -m.amount end), 0) as suspense,
           coalesce(sum(case when m.purpose in ('chart', 'chart_undo') then null
                             when m.credit = 'wire_clearing' then m.amount when m.debit = 'wire_clearing' then -m.amount end), 0) as clearing,
           coalesce(sum(case m.purpose when 'chart' then m.amount when 'chart_undo' then -m.amount end), 0) as charted,
           -- The account of the chart is the booking's last one, or its opposite's.
           max(m.number) filter (where m.purpose = 'chart') as chart_number,
           count(*) filter (where m.purpose in ('withdrawal', 'undo', 'chart_undo')) as ended,
           bool_and(m.amount = abs(l.amount) and m.outside_account_id = l.outside_account_id
                    and m.round <= l.round
                    and case m.purpose when 'statement' then a.contra in (m.debit, m.credit)
                                       when 'withdrawal' then a.contra in (m.debit, m.credit) and 'suspense' in (m.debit, m.credit)
                                       when 'chart' then a.contra in (m.debit, m.credit) or 'suspense' in (m.debit, m.credit)
                                       when 'chart_undo' then 'suspense' in (m.debit, m.credit)
                                       else 'suspense' in (m.debit, m.credit) and 'wire_clearing' in (m.debit, m.credit) end) as fits
    from contra_movements m join bank_statement_lines l on l.id = m.line_id join outside_accounts a on a.id = l.outside_account_id
    group by m.line_id),
  twice as (
    select 1 from bank_statement_lines where state = 'booked' and transaction_id is not null group by transaction_id having count(*) > 1
    union all
    select 1 from bank_statement_lines where state = 'booked' and return_of is not null group by return_of having count(*) > 1)
  select (select count(*) from bank_statement_lines) as checked,
         count(*) filter (where m.fits is false
           or coalesce(m.external, 0) <> case when l.state = 'booked' or l.in_suspense then l.amount else 0 end
           or coalesce(m.suspense, 0) <> case when l.in_suspense then l.amount else 0 end
           or coalesce(m.clearing, 0) <> case when l.state = 'booked' and l.gl_account is null then l.amount else 0 end
           or coalesce(m.charted, 0) <> case when l.state = 'booked' and l.gl_account is not null then abs(l.amount) else 0 end
           or coalesce(m.ended, 0) <> l.round
           or (l.state = 'booked' and l.gl_account is not null and (
             select case when l.gl_account like 'outside:%' then ${OWN_TRANSFERS} else l.gl_account end not in (c.debit, c.credit)
             from contra_movements c where c.outside_account_id = l.outside_account_id and c.number = m.chart_number))
           or (l.state = 'unmatched' and not l.in_suspense) or (l.in_suspense and l.state in ('booked', 'ignored'))
           or (l.state <> 'booked' and l.undo_proposed_by is not null)
           or (l.state = 'ignored' and coalesce(l.ignored_reason, '') = ''))
         + (select count(*) from twice) as breaches
  from bank_statement_lines l left join moved m on m.line_id = l.id`

/**
 * What a statement entry is booked as has its amount, or that of a deposit which staff chose, and is completed; no customer's account is
 * chosen from the chart; no one decided a return or a booking to the chart twice.
 */
export const checkStatementEntryTargets = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  select count(*) as checked,
         count(*) filter (where
           (case when l.transaction_id is not null then 1 else 0 end) + (case when l.return_of is not null then 1 else 0 end)
             + (case when l.returned_reason is not null then 1 else 0 end) + (case when l.gl_account is not null then 1 else 0 end) <> 1
           or l.gl_account in ('customer_funds', 'suspense', 'outside:' || l.outside_account_id) or l.gl_account like 'customers:%'
           or (l.gl_account is not null and (coalesce(l.gl_text, '') = '' or l.proposed_by = l.decided_by))
           or (l.transaction_id is not null and (t.status <> 'Completed' or t.amount + l.difference <> l.amount or t.method not in ('wire', 'bank')
               or o.owner_id = l.decided_by))
           or (l.difference <> 0 and (t.type <> 'Deposit' or t.reverses_id is not null or l.deposit_id = t.id or l.transaction_id is null))
           or (l.return_of is not null and (r.state <> 'booked' or r.returned_reason is null or r.amount <> -l.amount))
           or (l.returned_reason is not null and (l.amount < 0 or l.proposed_by = l.decided_by))) as breaches
  from bank_statement_lines l
  left join transactions t on t.id = l.transaction_id left join accounts o on o.id = t.account_id
  left join bank_statement_lines r on r.id = l.return_of
  where l.state = 'booked'`

/**
 * No one is credited for an entry beside a deposit that was credited before, is still on no statement and may be the same money,
 * unless staff said that it is not; nor for a deposit on its receipt beside a credit for an entry. The order is that of postings: clocks
 * of servers differ.
 */
export const checkDoubleCredits = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  select count(*) + (select count(*) from transactions
                     where type = 'Deposit' and method in ('wire', 'bank') and doubt_confirmed is false) as checked,
         count(*) filter (where exists (
           select 1 from transactions t join postings p on p.transaction_id = d.id
           where t.account_id = d.account_id and t.id <> d.id and t.status = 'Completed'
             and t.id >= ${firstIdInWindow(sql)}
             and ${isUncleared(sql)}
             and exists (select 1 from postings b where b.transaction_id = t.id and b.number < p.number)))
         + (select count(*) from transactions t join postings p on p.transaction_id = t.id
            where t.doubt_confirmed is false and t.receipt_id is not null and ${isUncleared(sql)} and exists (
              select 1 from transactions d join bank_statement_lines l on l.deposit_id = d.id
              join postings b on b.transaction_id = d.id
              where d.account_id = t.account_id and d.reverses_id is null and ${isInWindow(sql)}
                and b.number < p.number
                and not exists (select 1 from transactions v where v.reverses_id = d.id and v.status = 'Completed'))) as breaches
  from bank_statement_lines l join transactions d on d.id = l.transaction_id
  where l.state = 'booked' and not l.doubt_confirmed and d.reverses_id is null`

/** Rebuilds the text of contra-movement.ts from the rows. */
export const checkMovements = (sql: Reader): PromiseLike<Count[]> => {
  const zero = Buffer.alloc(32)
  return sql<Count[]>`
    with links as (
      select m.outside_account_id, m.number, m.hash,
             row_number() over chain as expected_number,
             sha256(coalesce(lag(m.hash) over chain, ${zero}::bytea) || convert_to(concat_ws(E'\n', m.outside_account_id, m.number,
               m.id, m.line_id, m.purpose, m.round, m.debit, m.credit, m.amount, m.actor_id,
               (extract(epoch from m.booked_at) * 1000)::bigint), 'UTF8')) as expected
      from contra_movements m window chain as (partition by m.outside_account_id order by m.number)),
    sums as (
      select m.outside_account_id, max(m.number) as last,
             coalesce(sum(case when m.debit = a.contra then m.amount when m.credit = a.contra then -m.amount end), 0) as balance
      from contra_movements m join outside_accounts a on a.id = m.outside_account_id group by m.outside_account_id),
    by_hand as (select account, sum(debit - credit) as balance from journal_lines group by account)
    select (select count(*) from contra_movements) + (select count(*) from outside_accounts) as checked,
           (select count(*) from links where hash <> expected or number <> expected_number)
           + (select count(*) from outside_accounts a left join sums s on s.outside_account_id = a.id
              left join by_hand h on h.account = a.contra
              left join links l on l.outside_account_id = a.id and l.number = a.movement_number
              where a.balance <> coalesce(s.balance, 0) + coalesce(h.balance, 0) or a.movement_number <> coalesce(s.last, 0)
                 or a.movement_head <> coalesce(l.hash, ${zero}::bytea) or a.contra <> 'outside:' || a.id) as breaches`
}
