import type { z } from 'zod'
import { earliest, justAfter } from '#contract/bank-day.ts'
import type { AdminTransaction, listAllTransactions, listTransactions, Transaction } from '#contract/transactions.ts'
import type { Sql } from '../../db/connection.ts'
import { toTransactionAnswer } from '../../http/transaction-response.ts'
import { type TransactionRow, toTransaction } from '../../ledger/rows.ts'
import { type AdminTransactionRow, allTransactions, type Filter, ownTransactions } from './store.ts'

type OwnQuery = z.output<typeof listTransactions.query>
type AdminQuery = z.output<typeof listAllTransactions.query>

/** One row more than the page shows: it shows whether there is a next page. */
export const readOwnTransactions = (sql: Sql, accountId: string, query: OwnQuery, zone: string) =>
  ownTransactions(sql, { ...toFilter(query, zone), accountId, search: query.search })

export async function readAllTransactions(sql: Sql, query: AdminQuery, zone: string): Promise<AdminTransactionRow[]> {
  const ids = query.search ? idsBeginningWith(query.search) : undefined
  if (ids === null) return []
  const { userId: accountId, order, decided } = query
  const filter = { ...toFilter(query, zone), oldestFirst: order === 'oldest', decidedOnly: decided === 'true' }
  return allTransactions(sql, { ...filter, accountId, ids })
}

const toFilter = ({ type, status, from, to, cursor, limit }: AdminQuery | OwnQuery, zone: string): Filter => ({
  type,
  status,
  from: from === undefined ? undefined : earliest(from, zone),
  until: to === undefined ? undefined : justAfter(to, zone),
  after: cursor,
  rows: limit + 1,
})

const LOWEST = '0'.repeat(32)
const HIGHEST = 'f'.repeat(32)

/** The range of ids with this prefix, with or without dashes; null when it is no prefix of an id. */
export function idsBeginningWith(text: string): { first: string; last: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null
  return { first: digits + LOWEST.slice(digits.length), last: digits + HIGHEST.slice(digits.length) }
}

export const toOwnAnswer = (row: TransactionRow): Transaction => toTransactionAnswer(toTransaction(row))

export const toAdminAnswer = (row: AdminTransactionRow): AdminTransaction => ({
  ...toOwnAnswer(row),
  user: { _id: row.account_id, fullName: row.full_name, email: row.email },
  note: row.note,
  duplicateReceipt: row.duplicate_receipt,
  submittedAt: row.submitted_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: administrator(row.decided_by, row.decider_name),
  proposedAt: row.proposed_at?.toISOString() ?? null,
  proposedBy: administrator(row.proposed_by, row.proposer_name),
})

const administrator = (id: string | null, name: string | null) => (id ? { _id: id, fullName: name ?? '' } : null)
