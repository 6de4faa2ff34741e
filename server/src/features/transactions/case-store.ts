import type { Reader } from '../../db/connection.ts'
import { transactionColumns } from '../../ledger/rows.ts'
import { type AdminTransactionRow, adminColumns } from './store.ts'

export const oneTransaction = (sql: Reader, id: string) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from transactions t join people p on p.id = t.account_id where t.id = ${id}`

/** With the available balance. */
export const partyOf = (sql: Reader, personId: string) =>
  sql<{ id: string; full_name: string; available: bigint }[]>`
    select p.id, p.full_name, a.balance - a.held as available
    from people p join accounts a on a.id = p.id where p.id = ${personId}`

/** Other deposits whose receipt is the same file, byte for byte. */
export const withSameReceipt = (sql: Reader, receiptId: string, rows: number) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from uploads u
  join uploads other on other.file_hash = u.file_hash and other.id <> u.id
  join transactions t on t.receipt_id = other.id
  join people p on p.id = t.account_id
  where u.id = ${receiptId}
  order by t.value_at desc, t.id desc limit ${rows}`
