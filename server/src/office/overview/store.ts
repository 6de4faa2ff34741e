import type { TransactionType } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'

/** From the partial index on undecided transactions: the cost depends on how many are pending. */
export const pending = (sql: Reader) => sql<{ count: bigint; oldest: Date | null }[]>`
  select count(*), min(submitted_at) as oldest from transactions where status = 'Pending'`

/** A range of the index by booking date: the cost depends on how many were booked. Reversals are the bank's own bookings. */
export const bookedBetween = (sql: Reader, from: Date, until: Date) =>
  sql<{ type: TransactionType; count: bigint; amount: string }[]>`
    select t.type, count(*), sum(p.amount) as amount
    from postings p join transactions t on t.id = p.transaction_id
    where p.booked_at >= ${from} and p.booked_at < ${until} and t.reverses_id is null
    group by t.type`
