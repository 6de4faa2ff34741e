import type { Reader } from '../../platform/db/connection.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'

/** Sums, sides and accounts of each entry; a reversal has the opposite lines. */
export const checkJournalSums = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with lines as (
    select l.entry_id, count(*) as count, sum(l.debit) as debits, sum(l.credit) as credits,
           bool_and(g.account is not null and l.account not like 'customers:%' and l.account <> 'customer_funds'
                    and l.booked_at = e.booked_at and (l.debit = 0) <> (l.credit = 0)) as fit,
           max(l.place) as last,
           string_agg(concat_ws(' ', l.account, l.debit, l.credit), ',' order by l.place) as sides,
           string_agg(concat_ws(' ', l.account, l.credit, l.debit), ',' order by l.place) as opposite
    from journal_lines l left join journal_entries e on e.id = l.entry_id left join gl_accounts g on g.account = l.account
    group by l.entry_id)
  select (select count(*) from journal_entries) as checked, count(*) as breaches
  from journal_entries e full join lines l on l.entry_id = e.id left join lines o on o.entry_id = e.reverses_id
  where e.id is null or l.entry_id is null or l.count < 2 or l.last <> l.count or l.debits <> l.credits or not l.fit
     or (e.reverses_id is not null and o.opposite is distinct from l.sides)`

/** Confirmed by another person than its proposer, once, as proposed and as audited; reversed at most once. */
export const checkJournalPeople = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with audited as (
    select after ->> 'entryId' as id, count(*) as times, min(after ->> 'hash') as hash, min(actor_id::text) as by
    from audit where action = 'journal_entry.booked' group by 1),
  reversals as (select reverses_id, count(*) as times from journal_entries where reverses_id is not null group by 1)
  select (select count(*) from journal_entries) as checked, count(*) as breaches
  from (select * from proposals where kind = 'journal_entry' and state = 'confirmed') p
  full join journal_entries e on e.proposal_id = p.id
  full join audited a on a.id = e.id::text
  left join reversals r on r.reverses_id = e.id
  where e.id is null or p.id is null or a.times is distinct from 1 or a.hash <> encode(e.hash, 'hex') or a.by <> e.confirmed_by::text
     or e.proposed_by = e.confirmed_by or e.proposed_by <> p.proposed_by or e.confirmed_by <> p.decided_by
     or p.change ->> 'entryId' <> e.id::text or p.change ->> 'text' <> e.text or p.change ->> 'valueOn' <> e.value_on::text
     or p.change ->> 'reversesId' is distinct from e.reverses_id::text or r.times > 1
     or (select o.reverses_id from journal_entries o where o.id = e.reverses_id) is not null
     or (select string_agg(concat_ws(' ', g.account, case l.value ->> 'side' when 'debit' then l.value ->> 'cents' else '0' end,
           case l.value ->> 'side' when 'credit' then l.value ->> 'cents' else '0' end), ',' order by l.place)
         from json_array_elements(p.change -> 'lines') with ordinality l (value, place)
         left join gl_accounts g on g.code = l.value ->> 'account')
        is distinct from (select string_agg(concat_ws(' ', l.account, l.debit, l.credit), ',' order by l.place)
                          from journal_lines l where l.entry_id = e.id)`

/** Rebuilds the text of book-journal-entry.ts from the rows. */
export const checkJournalChain = (sql: Reader): PromiseLike<Count[]> => {
  const zero = Buffer.alloc(32)
  return sql<Count[]>`
    with links as (
      select e.number, e.hash, row_number() over chain as expected_number,
             sha256(coalesce(lag(e.hash) over chain, ${zero}::bytea) || convert_to(concat_ws(E'\n', e.number, e.id, e.value_on,
               e.text, coalesce(e.reverses_id::text, ''), e.proposal_id, e.proposed_by, e.confirmed_by,
               (extract(epoch from e.booked_at) * 1000)::bigint,
               (select string_agg(concat_ws(' ', l.place, l.account, l.debit, l.credit), E'\n' order by l.place)
                from journal_lines l where l.entry_id = e.id)), 'UTF8')) as expected
      from journal_entries e window chain as (order by e.number))
    select (select count(*) from links) + 1 as checked,
           (select count(*) from links where hash <> expected or number <> expected_number)
           + (select count(*) from journal_head h left join links l on l.number = h.number
              where h.hash <> coalesce(l.hash, ${zero}::bytea) or h.number <> (select coalesce(max(number), 0) from links))
           + (select abs(1 - count(*)) from journal_head) as breaches`
}
