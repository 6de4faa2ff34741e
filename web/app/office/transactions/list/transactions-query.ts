import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import type { readCase } from '#contract/payments/transaction-case.ts'
import type { readTotals } from '#contract/payments/transaction-export.ts'
import type { listAllTransactions } from '#contract/payments/transactions.ts'
import { call, callPage } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { OFFICE } from '../../layout/office-query.ts'
import { hasPendingSection, sortOf, type TransactionsView } from './transactions-view.ts'

type TransactionsQuery = NonNullable<RequestInput<typeof listAllTransactions>['query']>
type TotalsQuery = NonNullable<RequestInput<typeof readTotals>['query']>

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

type ListFilters = Pick<TransactionsView, 'type' | 'person' | 'sort' | 'size'>

/** The filters of the address, under the names of the server. */
export const toFilters = (view: TransactionsView): TotalsQuery => {
  const { search, person, sort: _, size: __, transaction: ___, ...filters } = view
  return { ...filters, search: search || undefined, userId: person }
}

const REFETCH_INTERVAL_MS = 15_000
const pendingFilters = ({ type, person }: ListFilters) => ({ type, userId: person, status: 'Pending' as const })

/** Pending transactions, oldest first; the interval adds what customers submit meanwhile. */
export const pendingQuery = (view: ListFilters = {}) => ({
  ...transactionsQuery({ ...pendingFilters(view), sort: view.sort ?? 'oldest', limit: view.size ?? '20' }),
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** Decided transactions; with a filter, all that match it. */
export const listQuery = (view: TransactionsView) =>
  hasPendingSection(view)
    ? transactionsQuery({ type: view.type, userId: view.person, decided: 'true', limit: '15' })
    : transactionsQuery({ ...toFilters(view), sort: sortOf(view), limit: view.size ?? '20' })

/** Number and sums of the pending transactions, or of those that match the filters. */
export const totalsQuery = (view: TransactionsView) => {
  const query = hasPendingSection(view) ? pendingFilters(view) : toFilters(view)
  return queryOptions({
    queryKey: [OFFICE, 'transactions', 'totals', query],
    queryFn: ({ signal }) => call<typeof readTotals>('GET', '/admin/transactions/totals', { query, signal }),
  })
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
