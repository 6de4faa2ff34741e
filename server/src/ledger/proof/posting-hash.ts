import type { Reader } from '../../platform/db/connection.ts'

type Fragment = ReturnType<Reader>

/** The hash that posting `p` must have after the one before it: the text of chain.ts, built from the row. */
export const postingHash = (sql: Reader, previous: Fragment) => sql`
  sha256(${previous} || convert_to(concat_ws(E'\n', p.account_id, p.number, p.entry_id, p.transaction_id, p.contra, p.amount,
    p.balance_after, (extract(epoch from p.value_at) * 1000)::bigint, (extract(epoch from p.booked_at) * 1000)::bigint), 'UTF8'))`
