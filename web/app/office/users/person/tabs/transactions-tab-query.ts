import { infiniteQueryOptions } from '@tanstack/react-query'
import type { listAllTransactions } from '#contract/payments/transactions.ts'
import { callPage } from '../../../../shared/api/call.ts'
import { OFFICE } from '../../../layout/office-query.ts'

const PAGE_SIZE = '15'

export const personTransactionsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'person-transactions', userId],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listAllTransactions>('GET', '/transactions/admin', {
        query: { userId, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
