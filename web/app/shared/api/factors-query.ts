import { useSyncExternalStore } from 'react'
import type { listFactors } from '#contract/identity/factors.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const factorsQuery = {
  queryKey: ['factors'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listFactors>('GET', '/users/factors', { signal }),
}

/** Staff pages that were refused without a second factor load again once there is one. */
export const reloadFactors = () => Promise.all([queryClient.invalidateQueries(factorsQuery), retryRefusedQueries()])

const isRefused = ({ state }: { state: { error: unknown } }) =>
  state.error instanceof ApiError && state.error.code === 'second_factor_required'

export const retryRefusedQueries = () => queryClient.resetQueries({ predicate: isRefused })

/** True after a query was refused because the bank requires a second factor of its staff. */
export const useSecondFactorRequired = () =>
  useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryCache().getAll().some(isRefused),
    () => false,
  )
