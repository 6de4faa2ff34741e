import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listPaymentRuns, readPaymentRun } from '#contract/external-money/payment-runs.ts'
import { call, callPage } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const paymentRunsQuery = infiniteQueryOptions({
  queryKey: [OFFICE, 'payment runs'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listPaymentRuns>('GET', '/admin/payment-runs', {
      query: { limit: '20', cursor: pageParam ?? undefined },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export const paymentRunQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'payment run', id],
    queryFn: ({ signal }) => call<typeof readPaymentRun>('GET', '/admin/payment-runs/:id', { params: { id }, signal }),
  })
