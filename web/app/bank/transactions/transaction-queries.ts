import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listTransactions } from '#contract/transactions.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

export type TransactionFilters = {
  type?: 'Deposit' | 'Transfer'
  status?: 'Pending' | 'Completed' | 'Declined'
  /** Days in the bank's time zone: 2026-01-05. */
  from?: string
  to?: string
  search?: string
}

const RECENT_COUNT = '6'
const KEY = 'transactions'

export const transactionPage = (filters: TransactionFilters, cursor: string | null, more: { limit?: string } = {}) =>
  callPage<typeof listTransactions>('GET', '/transactions', {
    query: { ...filters, ...more, cursor: cursor ?? undefined },
  })

/** The filtered list, page by page. */
export const filteredTransactions = (filters: TransactionFilters) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'filtered', filters],
    queryFn: ({ pageParam }) => transactionPage(filters, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The newest transactions, of one type or of both. */
export const recentTransactions = (type?: TransactionFilters['type']) =>
  queryOptions({
    queryKey: [KEY, 'recent', type ?? 'all'],
    queryFn: ({ signal }) =>
      call<typeof listTransactions>('GET', '/transactions', { query: { type, limit: RECENT_COUNT }, signal }),
  })

/** After a deposit or transfer was submitted. */
export const reloadTransactions = () => queryClient.invalidateQueries({ queryKey: [KEY] })
