import { journalPairs } from '../../ledger/journal-pairs.ts'
import type { Method } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type MovementPurpose = 'statement' | 'withdrawal' | 'assignment' | 'return' | 'chart' | 'chart_undo' | 'undo'

/** A posting, a movement between contra accounts, or a pair of lines of a journal entry by hand: an amount from one account of the books to another. */
export type JournalRow = {
  /** With a posting: of its account. With an entry by hand: of the entry. Otherwise: its own. */
  id: string
  number: bigint
  /** With microseconds, which a Date has not. */
  position_at: string
  booked_at: Date
  value_at: Date | null
  value_on: string | null
  amount: bigint
  /** As bookings name them. */
  debit: string
  credit: string
  /** Of the customer's account, on the side that names customers. */
  account_number: string | null
  owner_id: string | null
  reference: string | null
  method: Method | null
  reversed_reference: string | null
  purpose: MovementPurpose | null
  is_by_hand: boolean
  party_name: string
  text: string
}

export type JournalPosition = { at: string; id: string; number: bigint }
export type JournalPage = { start: Date; end: Date; after: JournalPosition | null; rows: number }

/** In the order of booking. Each of the tables has an index in this order and gives at most one page. */
export const readJournalPage = (sql: Reader, { start, end, after, rows }: JournalPage) => sql<JournalRow[]>`
  with page as (
    (select booked_at, account_id as id, number, value_at, amount, contra, transaction_id, null::uuid as line_id,
       null as debit, null as purpose, null::uuid as entry_id
     from postings
     where booked_at < ${end}
       and ${
         after
           ? sql`(booked_at, account_id, number) > (${after.at}::timestamptz, ${after.id}, ${after.number})`
           : sql`booked_at >= ${start}`
       }
     order by booked_at, account_id, number limit ${rows})
    union all
    (select booked_at, id, 0, null, amount, credit, null, line_id, debit, purpose, null from contra_movements
     where booked_at < ${end}
       and ${after ? sql`(booked_at, id) > (${after.at}::timestamptz, ${after.id})` : sql`booked_at >= ${start}`}
     order by booked_at, id limit ${rows})
    union all
    (select booked_at, entry_id, place, null, amount, credit, null, null, debit, null, entry_id from (${journalPairs(sql)}) j
     where booked_at < ${end}
       and ${
         after
           ? sql`(booked_at, entry_id, place) > (${after.at}::timestamptz, ${after.id}, ${after.number}) and booked_at >= ${after.at}::timestamptz`
           : sql`booked_at >= ${start}`
       }
     order by booked_at, entry_id, place limit ${rows})
    order by booked_at, id, number limit ${rows})
  select g.id, g.number, g.booked_at::text as position_at, g.booked_at, g.value_at, coalesce(l.value_on, e.value_on)::text as value_on,
    abs(g.amount) as amount,
    case when g.debit is not null then g.debit when g.amount > 0 then g.contra else 'customers:' || a.kind end as debit,
    case when g.debit is not null then g.contra when g.amount > 0 then 'customers:' || a.kind else g.contra end as credit,
    case when g.debit is null then a.number end as account_number, a.owner_id,
    coalesce(t.reference, l.bank_reference, e.number::text) as reference, t.method,
    coalesce((select r.reference from transactions r where r.id = t.reverses_id), o.number::text) as reversed_reference,
    g.purpose, coalesce(l.counterparty_name, t.party_name, '') as party_name, coalesce(l.text, e.text, '') as text,
    e.id is not null as is_by_hand
  from page g
  left join bank_statement_lines l on l.id = g.line_id
  left join transactions t on t.id = coalesce(g.transaction_id, l.transaction_id)
  left join accounts a on a.id = t.account_id
  left join journal_entries e on e.id = g.entry_id left join journal_entries o on o.id = e.reverses_id
  order by g.booked_at, g.id, g.number`
