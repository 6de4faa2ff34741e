import type { Reader } from '../platform/db/connection.ts'

/**
 * Journal entries by hand as bookings from one account to another, like all others: in the order of the lines, the debits of an
 * entry are laid beside its credits, and where two overlap that is what was booked between them. `place` is that of the debit,
 * times 1,000, plus that of the credit. Partitioned by time too, so that a range of it is read by the index.
 */
export const journalPairs = (sql: Reader) => sql`
  select d.entry_id, d.booked_at, d.place::int * 1000 + c.place as place, d.account as debit, c.account as credit,
    (least(d.until, c.until) - greatest(d.until - d.debit, c.until - c.credit))::bigint as amount
  from (select l.*, sum(l.debit) over (partition by l.booked_at, l.entry_id order by l.place) as until
        from journal_lines l) d
  join (select l.*, sum(l.credit) over (partition by l.booked_at, l.entry_id order by l.place) as until
        from journal_lines l) c
    on c.entry_id = d.entry_id and c.booked_at = d.booked_at
      and c.until - c.credit < d.until and d.until - d.debit < c.until
  where d.debit > 0 and c.credit > 0`
