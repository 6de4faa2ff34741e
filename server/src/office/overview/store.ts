import type { TransactionType } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'

/** From the partial index on undecided transactions: the cost depends on how many are pending. */
export const pending = (sql: Reader) => sql<{ count: bigint; oldest: Date | null }[]>`
  select count(*), min(submitted_at) as oldest from transactions where status = 'Pending'`

/** A range of the index by value date. Reversals are the bank's own bookings. */
export const completedBetween = (sql: Reader, from: Date, until: Date) =>
  sql<{ type: TransactionType; count: bigint; amount: string }[]>`
    select type, count(*), sum(amount) as amount from transactions
    where value_at >= ${from} and value_at < ${until} and status = 'Completed' and reverses_id is null
    group by type`
