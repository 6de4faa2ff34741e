import { csv } from '#contract/csv.ts'
import type { Transaction } from '#contract/transactions.ts'

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
