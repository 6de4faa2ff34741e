import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { toPlainText } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/transactions.ts'
import type { Sql } from '../../db/connection.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { StaffFilter } from './conditions.ts'
import { type StaffQuery, sortOf, toAdminAnswer } from './list-transactions.ts'
import { allTransactions, rankOf, totalsOf, withPlanFor } from './store.ts'

type Column = [name: string, toText: (transaction: AdminTransaction) => string | null | undefined]

const COLUMNS: Column[] = [
  ['Transaction ID', ({ _id }) => _id],
  ['Reference', ({ reference }) => reference],
  ['Value date', ({ createdAt }) => createdAt],
  ['Type', ({ type }) => type],
  ['Method', ({ method }) => method],
  ['Status', ({ status }) => status],
  ['Amount', ({ amount }) => toPlainText(amount)],
  ['Customer', ({ user }) => user.fullName],
  ['Customer ID', ({ user }) => user._id],
  ['Customer email', ({ user }) => user.email],
  ['Counterparty', ({ counterparty }) => counterparty?.accountName],
  ['Counterparty account', ({ counterparty }) => counterparty?.accountNumber],
  ['Counterparty bank', ({ counterparty }) => counterparty?.bankName],
  ['IBAN', ({ counterparty }) => counterparty?.iban],
  ['SWIFT code', ({ counterparty }) => counterparty?.swiftCode],
  ['Submitted', ({ submittedAt }) => submittedAt],
  ['Booked', ({ bookedAt }) => bookedAt],
  ['Decided', ({ decidedAt }) => decidedAt],
  ['Decided by', ({ decidedBy }) => decidedBy?.fullName],
  ['Proposed by', ({ proposedBy }) => proposedBy?.fullName],
  ['Flags', ({ flags }) => flags.join(' ')],
  ['Reason', ({ reason }) => reason],
  ['Note', ({ note }) => note],
  ['Savings account', ({ account }) => account?.name],
]

const toLine = (transaction: AdminTransaction) => csvLine(COLUMNS.map(([, toText]) => toText(transaction) ?? ''))

const ROWS_PER_READ = 500

/**
 * Before the first row leaves: an export that the client or the server breaks off is in the audit log too. One entry,
 * however many people it is about. A list of one person is in that person's chain.
 */
export async function recordExport(
  sql: Sql,
  staff: StaffContext,
  query: StaffQuery,
  filter: StaffFilter,
): Promise<void> {
  const { userId, minAmount, maxAmount, order: _, sort: __, ...filters } = query
  const { count } = await withPlanFor(sql, filter, (reader) => totalsOf(reader, filter, 'all'))
  const after = {
    ...filters,
    minAmountCents: minAmount?.toString(),
    maxAmountCents: maxAmount?.toString(),
    sort: sortOf(query),
    rows: Number(count),
  }
  // An unknown person has no transactions, and no chain.
  const subjectId = userId && count > 0n ? userId : null
  const entry = auditEntry(staff, { subjectId, action: 'transactions.exported', before: {}, after })
  await sql.begin((tx) => record(tx, { auditEntries: [entry] }))
}

/**
 * Reads as many rows as the client takes, and holds no connection meanwhile. Each read continues after the last row of the
 * one before, so no transaction is in the file twice; one that is decided during the export is there as it was read.
 */
export const streamExport = (sql: Sql, filter: StaffFilter, onRead: (personIds: string[]) => Promise<void>): Readable =>
  // In bytes: in object mode the stream would read sixteen pages ahead.
  Readable.from(linesOf(sql, filter, onRead), { objectMode: false, encoding: 'utf8' })

async function* linesOf(sql: Sql, filter: StaffFilter, onRead: (personIds: string[]) => Promise<void>) {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  for (let after: StaffFilter['after']; ; ) {
    const page = { ...filter, after, rows: ROWS_PER_READ + 1 }
    const rows = await withPlanFor(sql, filter, (reader) => allTransactions(reader, page))
    const shown = rows.slice(0, ROWS_PER_READ)
    await onRead(shown.map(({ owner_id }) => owner_id))
    if (shown.length > 0) yield shown.map(toAdminAnswer).map(toLine).join('')
    const last = shown.at(-1)
    if (rows.length <= ROWS_PER_READ || !last) return
    after = rankOf(last, filter.sort)
  }
}
