import { msg, type TextId } from '../text-id.ts'

/**
 * The types of accounts in the chart, with the side on which their balance grows. Pages load this file, so it has no schemas.
 */
export const GL_ACCOUNT_TYPES = {
  asset: { name: msg('Asset'), side: 'debit' },
  liability: { name: msg('Liability'), side: 'credit' },
  equity: { name: msg('Equity'), side: 'credit' },
  income: { name: msg('Income||account'), side: 'credit' },
  expense: { name: msg('Expense'), side: 'debit' },
} as const satisfies Record<string, { name: TextId; side: 'debit' | 'credit' }>
export type GlAccountType = keyof typeof GL_ACCOUNT_TYPES

export const MAX_JOURNAL_LINES = 100

/** Names of the accounts that are there from the start, so that they are translated. */
export const BUILT_IN_ACCOUNTS = [
  msg('Wire clearing'),
  msg('Cryptocurrency clearing'),
  msg('Customers: main accounts'),
  msg('Customers: savings accounts'),
  msg('Between customers'),
  msg('Suspense'),
  msg('Tax payable'),
  msg('Opening balances'),
  msg('Interest income'),
  msg('Fee income'),
  msg('Interest expense'),
  msg('Bank charges'),
  msg('Adjustments'),
]
