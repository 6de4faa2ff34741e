import type { Account } from '#contract/accounts.ts'
import { csv } from '#contract/csv.ts'
import type { Transaction } from '#contract/transactions.ts'
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
]

const rowOf = (transaction: Transaction, accounts: readonly Account[]): string[] => {
  const { counterparty } = transaction
  return [
    transaction.createdAt,
    transaction.type,
    transaction.amount.toFixed(2),
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
  ]
}

export const transactionsCsv = (transactions: readonly Transaction[], accounts: readonly Account[]): string =>
  csv([HEADERS, ...transactions.map((transaction) => rowOf(transaction, accounts))])
