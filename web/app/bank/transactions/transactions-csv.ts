import { csv } from '#contract/csv.ts'
import type { Account } from '#contract/customers/accounts.ts'
import { toPlainText } from '#contract/money.ts'
import { CATEGORY_NAMES } from '#contract/payments/categories.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { accountOf } from './transaction-labels.ts'

const HEADERS = [
  msg('Value date'),
  msg('Type'),
  msg('Amount'),
  msg('Status'),
  msg('Method'),
  msg('Reference'),
  msg('Account name'),
  msg('Account number'),
  msg('Bank name'),
  msg('IBAN'),
  msg('SWIFT code'),
  msg('Booking date'),
  msg('Decline reason'),
  msg('Own account'),
  msg('Category'),
  msg('Note'),
  msg('Message||payment'),
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
    transaction.category ? t(CATEGORY_NAMES[transaction.category]) : '',
    transaction.note,
    transaction.message,
  ]
}

export const transactionsCsv = (transactions: readonly OwnTransaction[], accounts: readonly Account[]): string =>
  csv(
    HEADERS.map((name) => t(name)),
    transactions.map((transaction) => rowOf(transaction, accounts)),
  )
