import type { Reader } from '../../db/connection.ts'
import { transactionColumns } from '../../ledger/rows.ts'
import { type AdminTransactionRow, adminColumns } from './store.ts'

export const oneTransaction = (sql: Reader, id: string) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from transactions t join people p on p.id = t.account_id where t.id = ${id}`

export const nameOf = (sql: Reader, personId: string) =>
  sql<{ full_name: string }[]>`select full_name from people where id = ${personId}`

/** Other deposits whose receipt is the same file, byte for byte. */
export const withSameReceipt = (sql: Reader, receiptId: string, rows: number) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from uploads u
  join uploads other on other.file_hash = u.file_hash and other.id <> u.id
  join transactions t on t.receipt_id = other.id
  join people p on p.id = t.account_id
  where u.id = ${receiptId}
  order by t.value_at desc, t.id desc limit ${rows}`
