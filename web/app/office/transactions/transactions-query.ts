import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { readCase } from '#contract/transaction-case.ts'
import type { listAllTransactions } from '#contract/transactions.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { OFFICE } from '../office-query.ts'
import { hasPendingSection, type TransactionsView } from './transactions-view.ts'

type TransactionsQuery = {
  search?: string
  type?: 'Deposit' | 'Transfer'
  status?: 'Pending' | 'Completed' | 'Declined'
  userId?: string
  order?: 'newest' | 'oldest'
  decided?: 'true'
  limit: string
}

const transactionsQuery = (query: TransactionsQuery) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'transactions', query],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listAllTransactions>('GET', '/transactions/admin', {
        query: { ...query, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

type ListFilters = Pick<TransactionsView, 'type' | 'person'>

const toFilters = ({ type, person }: ListFilters) => ({ type, userId: person })

const REFETCH_INTERVAL_MS = 15_000

/** Pending transactions, oldest first; the interval adds what customers submit meanwhile. */
export const pendingQuery = (view: ListFilters = {}) => ({
  ...transactionsQuery({ ...toFilters(view), status: 'Pending', order: 'oldest', limit: '10' }),
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** Decided transactions; with a search or a status filter, all that match it. */
export const listQuery = (view: TransactionsView) => {
  const { search, status } = view
  if (hasPendingSection(view)) return transactionsQuery({ ...toFilters(view), decided: 'true', limit: '15' })
  const order = status === 'Pending' && !search ? ({ order: 'oldest' } as const) : {}
  return transactionsQuery({ ...toFilters(view), search: search || undefined, status, ...order, limit: '20' })
}

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'case', id],
    queryFn: ({ signal }) => call<typeof readCase>('GET', '/admin/transactions/:id', { params: { id }, signal }),
  })

export function prefetchTransactions(view: TransactionsView) {
  if (hasPendingSection(view)) void queryClient.prefetchInfiniteQuery(pendingQuery(view))
  void queryClient.prefetchInfiniteQuery(listQuery(view))
  if (view.transaction) void queryClient.prefetchQuery(caseQuery(view.transaction))
}
