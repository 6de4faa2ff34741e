import { infiniteQueryOptions } from '@tanstack/react-query'
import type { listBankStatements } from '#contract/external-money/bank-statements.ts'
import { callPage } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const statementsQuery = infiniteQueryOptions({
  queryKey: [OFFICE, 'bank statements'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listBankStatements>('GET', '/admin/bank-statements', {
      query: { limit: '20', cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
