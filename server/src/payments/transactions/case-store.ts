import { transactionColumns } from '../../ledger/rows.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { type AdminTransactionRow, adminColumns, joinOwner } from './store.ts'

/** With the available balance of its account. */
export const oneTransaction = (sql: Reader, id: string) => sql<(AdminTransactionRow & { available: bigint })[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}, a.balance - a.held as available
  from transactions t ${joinOwner(sql)} where t.id = ${id}`

/** The owner of an account, with its available balance. */
export const partyOf = (sql: Reader, accountId: string) =>
  sql<{ id: string; full_name: string; available: bigint }[]>`
    select p.id, p.full_name, a.balance - a.held as available
    from accounts a join people p on p.id = a.owner_id where a.id = ${accountId}`

/** Other deposits whose receipt is the same file, byte for byte. */
export const withSameReceipt = (sql: Reader, receiptId: string, rows: number) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from uploads u
  join uploads other on other.file_hash = u.file_hash and other.id <> u.id
  join transactions t on t.receipt_id = other.id
  ${joinOwner(sql)}
  where u.id = ${receiptId}
  order by t.value_at desc, t.id desc limit ${rows}`
