import type { Transaction } from '#contract/transactions.ts'
import { csv } from '../../shared/csv.ts'

const HEADERS = [
  'Date',
  'Type',
  'Amount',
  'Status',
  'Method',
  'Reference',
  'Account name',
  'Account number',
  'Bank name',
  'IBAN',
  'Swift code',
  'Booked',
  'Reason',
]

const rowOf = (transaction: Transaction): string[] => {
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
  ]
}

export const transactionsCsv = (transactions: readonly Transaction[]): string =>
  csv([HEADERS, ...transactions.map(rowOf)])
