import { queryOptions } from '@tanstack/react-query'
import type { readBalanceSheet, readProfitAndLoss } from '#contract/books/financial-reports.ts'
import type { readNewCustomers } from '#contract/books/management-reports.ts'
import type { readTrialBalance } from '#contract/books/reports.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** Users edit and share URLs: what is no date is ignored. */
export const readDay = (text: string | null): string | undefined =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Without a day: today, by the bank's clock. */
export const trialBalanceQuery = (on: string | undefined) =>
  queryOptions({
    queryKey: [OFFICE, 'trial balance', on],
    queryFn: ({ signal }) =>
      call<typeof readTrialBalance>('GET', '/admin/reports/trial-balance', { query: { on }, signal }),
    placeholderData: (previous) => previous,
  })

export const balanceSheetQuery = (on: string | undefined) =>
  queryOptions({
    queryKey: [OFFICE, 'balance sheet', on],
    queryFn: ({ signal }) =>
      call<typeof readBalanceSheet>('GET', '/admin/reports/balance-sheet', { query: { on }, signal }),
    placeholderData: (previous) => previous,
  })

export const profitAndLossQuery = (range: { from: string; to: string }, enabled: boolean) =>
  queryOptions({
    queryKey: [OFFICE, 'profit and loss', range.from, range.to],
    queryFn: ({ signal }) =>
      call<typeof readProfitAndLoss>('GET', '/admin/reports/profit-and-loss', { query: range, signal }),
    placeholderData: (previous) => previous,
    enabled,
  })

export const newCustomersQuery = queryOptions({
  queryKey: [OFFICE, 'new customers'],
  queryFn: ({ signal }) => call<typeof readNewCustomers>('GET', '/admin/reports/customers', { signal }),
})
