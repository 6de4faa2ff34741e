import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { readCase } from '#contract/transaction-case.ts'
import type { listAllTransactions } from '#contract/transactions.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { OFFICE } from '../office-query.ts'
import { isSplit, type TransactionsView } from './transactions-view.ts'

type Query = {
  search?: string
  type?: 'Deposit' | 'Transfer'
  status?: 'Pending' | 'Completed' | 'Declined'
  userId?: string
  order?: 'newest' | 'oldest'
  decided?: 'true'
  limit: string
}

const listed = (query: Query) =>
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

type Narrowed = Pick<TransactionsView, 'type' | 'person'>

const narrowed = ({ type, person }: Narrowed) => ({ type, userId: person })

const FRESH_EVERY_MS = 15_000

/** Who waits longest comes first. What people submit meanwhile appears by itself. */
export const waitingQuery = (view: Narrowed = {}) => ({
  ...listed({ ...narrowed(view), status: 'Pending', order: 'oldest', limit: '10' }),
  refetchInterval: FRESH_EVERY_MS,
})

/** Beside what waits, what was decided; with a status or a search, just what was asked for. */
export const listQuery = (view: TransactionsView) => {
  const { search, status } = view
  if (isSplit(view)) return listed({ ...narrowed(view), decided: 'true', limit: '15' })
  const order = status === 'Pending' && !search ? ({ order: 'oldest' } as const) : {}
  return listed({ ...narrowed(view), search: search || undefined, status, ...order, limit: '20' })
}

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'case', id],
    queryFn: ({ signal }) => call<typeof readCase>('GET', '/admin/transactions/:id', { params: { id }, signal }),
  })

export function startTransactions(view: TransactionsView) {
  if (isSplit(view)) void queryClient.prefetchInfiniteQuery(waitingQuery(view))
  void queryClient.prefetchInfiniteQuery(listQuery(view))
  if (view.transaction) void queryClient.prefetchQuery(caseQuery(view.transaction))
}
