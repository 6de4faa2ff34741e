import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listProposals } from '#contract/authority/proposals.ts'
import type { listAllTransactions } from '#contract/payments/transactions.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

const REFETCH_INTERVAL_MS = 15_000
const MOST_PENDING = '100'

/** Oldest first: what waited longest is decided first. */
export const pendingProposalsQuery = queryOptions({
  queryKey: [OFFICE, 'proposals', 'pending'],
  queryFn: async ({ signal }) => {
    const query = { state: 'pending', limit: MOST_PENDING } as const
    return (await call<typeof listProposals>('GET', '/admin/proposals', { query, signal })).toReversed()
  },
  refetchInterval: REFETCH_INTERVAL_MS,
})

export const proposedMoneyQuery = queryOptions({
  queryKey: [OFFICE, 'proposals', 'money'],
  queryFn: ({ signal }) => {
    const query = { proposed: 'true', order: 'oldest', limit: MOST_PENDING } as const
    return call<typeof listAllTransactions>('GET', '/transactions/admin', { query, signal })
  },
  refetchInterval: REFETCH_INTERVAL_MS,
})

/** All of them, newest first; the page shows the decided ones. */
export const allProposalsQuery = infiniteQueryOptions({
  queryKey: [OFFICE, 'proposals', 'all'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listProposals>('GET', '/admin/proposals', {
      query: { limit: '25', cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
