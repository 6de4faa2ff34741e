import type { Account } from '#contract/accounts.ts'
import { CATEGORY_NAMES } from '#contract/categories.ts'
import { csv } from '#contract/csv.ts'
import { toPlainText } from '#contract/money.ts'
import type { OwnTransaction } from '#contract/transactions.ts'
import { accountOf } from './transaction-labels.ts'

const HEADERS = [
  'Value date',
  'Type',
  'Amount',
  'Status',
  'Method',
  'Reference',
  'Account name',
  'Account number',
  'Bank name',
  'IBAN',
  'SWIFT code',
  'Booking date',
  'Decline reason',
  'Own account',
  'Category',
  'Note',
]

const rowOf = (transaction: OwnTransaction, accounts: readonly Account[]): string[] => {
  const { counterparty } = transaction
  return [
    transaction.createdAt,
    transaction.type,
    toPlainText(transaction.amount),
    transaction.status,
    transaction.method,
    transaction.reference,
    counterparty?.accountName ?? '',
    counterparty?.accountNumber ?? '',
    counterparty?.bankName ?? '',
    counterparty?.iban ?? '',
    counterparty?.swiftCode ?? '',
    transaction.bookedAt ?? '',
    transaction.reason,
    accountOf(transaction, accounts)?.name ?? '',
    transaction.category ? CATEGORY_NAMES[transaction.category] : '',
    transaction.note,
  ]
}

export const transactionsCsv = (transactions: readonly OwnTransaction[], accounts: readonly Account[]): string =>
  csv([HEADERS, ...transactions.map((transaction) => rowOf(transaction, accounts))])
