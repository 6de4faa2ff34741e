import { Readable } from 'node:stream'
import { csvHead, csvLine } from '#contract/csv.ts'
import { toPlainText } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import type { StaffFilter } from './conditions.ts'
import { type StaffQuery, sortOf, toAdminAnswer } from './list-transactions.ts'
import { allTransactions, rankOf, totalsOf, withPlanFor } from './store.ts'

const TYPES = { Deposit: msg('Deposit'), Transfer: msg('Transfer') } satisfies Record<AdminTransaction['type'], TextId>
const STATUSES = {
  Pending: msg('Pending'),
  Completed: msg('Completed'),
  Declined: msg('Declined'),
} satisfies Record<AdminTransaction['status'], TextId>

type Column = [name: TextId, toText: (transaction: AdminTransaction, texts: Texts) => string | null | undefined]

const COLUMNS: Column[] = [
  [msg('Transaction ID'), ({ _id }) => _id],
  [msg('Reference'), ({ reference }) => reference],
  [msg('Value date'), ({ createdAt }) => createdAt],
  [msg('Type'), ({ type }, { t }) => t(TYPES[type])],
  [msg('Method'), ({ method }) => method],
  [msg('Status'), ({ status }, { t }) => t(STATUSES[status])],
  [msg('Amount'), ({ amount }) => toPlainText(amount)],
  [msg('Customer'), ({ user }) => user.fullName],
  [msg('Customer ID'), ({ user }) => user._id],
  [msg('Customer email'), ({ user }) => user.email],
  [msg('Counterparty'), ({ counterparty }) => counterparty?.accountName],
  [msg('Counterparty account'), ({ counterparty }) => counterparty?.accountNumber],
  [msg('Counterparty bank'), ({ counterparty }) => counterparty?.bankName],
  [msg('IBAN'), ({ counterparty }) => counterparty?.iban],
  [msg('SWIFT code'), ({ counterparty }) => counterparty?.swiftCode],
  [msg('Submitted'), ({ submittedAt }) => submittedAt],
  [msg('Booked'), ({ bookedAt }) => bookedAt],
  [msg('Decided'), ({ decidedAt }) => decidedAt],
  [msg('Decided by'), ({ decidedBy }) => decidedBy?.fullName],
  [msg('Proposed by'), ({ proposedBy }) => proposedBy?.fullName],
  [msg('Flags'), ({ flags }) => flags.join(' ')],
  [msg('Reason'), ({ reason }, texts) => texts.stored(reason)],
  [msg('Note'), ({ note }) => note],
  [msg('Savings account'), ({ account }) => account?.name],
  [msg('Message'), ({ message }) => message],
  [msg('Tags'), ({ tags }) => tags.join('; ')],
]

const toLine = (transaction: AdminTransaction, texts: Texts) =>
  csvLine(COLUMNS.map(([, toText]) => toText(transaction, texts) ?? ''))

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

type ExportContext = { texts: Texts; readerId: string; onRead: (personIds: string[]) => Promise<void> }

/**
 * Reads as many rows as the client takes, and holds no connection meanwhile. Each read continues after the last row of the
 * one before, so no transaction is in the file twice; one that is decided during the export is there as it was read.
 */
export const streamExport = (sql: Sql, filter: StaffFilter, context: ExportContext): Readable =>
  // In bytes: in object mode the stream would read sixteen pages ahead.
  Readable.from(linesOf(sql, filter, context), { objectMode: false, encoding: 'utf8' })

async function* linesOf(sql: Sql, filter: StaffFilter, { texts, readerId, onRead }: ExportContext) {
  yield csvHead(COLUMNS.map(([name]) => texts.t(name)))
  for (let after: StaffFilter['after']; ; ) {
    const page = { ...filter, after, rows: ROWS_PER_READ + 1 }
    const rows = await withPlanFor(sql, filter, (reader) => allTransactions(reader, page))
    const shown = rows.slice(0, ROWS_PER_READ)
    await onRead(shown.map(({ owner_id }) => owner_id))
    if (shown.length > 0) yield shown.map((row) => toLine(toAdminAnswer(row, readerId), texts)).join('')
    const last = shown.at(-1)
    if (rows.length <= ROWS_PER_READ || !last) return
    after = rankOf(last, filter.sort)
  }
}
