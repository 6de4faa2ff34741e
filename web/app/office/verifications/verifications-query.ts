import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listVerifications, readPersonVerification, Submission } from '#contract/identity/verification.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

export type QueueState = Submission['state']

const REFETCH_INTERVAL_MS = 15_000

/** Waiting: oldest first; the interval adds what customers submit meanwhile. Decided: the last decision first. */
export const queueQuery = (state: QueueState = 'submitted') => ({
  ...infiniteQueryOptions({
    queryKey: [OFFICE, 'verifications', state],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listVerifications>('GET', '/admin/verifications', {
        query: { state, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  }),
  ...(state === 'submitted' ? { refetchInterval: REFETCH_INTERVAL_MS } : {}),
})

export const personVerificationQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'verification', id],
    queryFn: ({ signal }) =>
      call<typeof readPersonVerification>('GET', '/admin/verifications/:id', { params: { id }, signal }),
  })
