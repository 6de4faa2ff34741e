import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import { staffFilters, staffSort } from './transaction-filters.ts'

/** Beyond this the totals are not counted: a list without filters has all transactions of the bank. */
export const TOTALS_UP_TO = 10_000

export const transactionTotals = z
  .object({
    count: z
      .number()
      .int()
      .meta({ description: `At most ${TOTALS_UP_TO}.` }),
    hasMore: z.boolean().meta({ description: `There are more than ${TOTALS_UP_TO}.` }),
    deposits: money.nullable().meta({ description: 'The sum of the deposits; null when there are more.' }),
    transfers: money.nullable().meta({ description: 'The sum of the transfers, negative; null when there are more.' }),
  })
  .meta({ id: 'TransactionTotals', examples: [{ count: 12, hasMore: false, deposits: 4200, transfers: -1310.5 }] })
export type TransactionTotals = z.infer<typeof transactionTotals>

export const readTotals = endpoint({
  method: 'GET',
  path: '/admin/transactions/totals',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Number and sums of the filtered transactions',
  query: z.strictObject(staffFilters),
  success: { status: 200, body: transactionTotals },
})

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/admin/transactions/export',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'The filtered transactions as CSV',
  description: `All pages at once, with the filters of the list. UTF-8 with a byte order mark, RFC 4180; amounts in the bank’s currency, times in
ISO 8601. A text that a spreadsheet would calculate begins with an apostrophe. The audit log keeps who exported what.`,
  query: z.strictObject({ ...staffFilters, ...staffSort }),
  success: { status: 200, body: 'csv' },
})
