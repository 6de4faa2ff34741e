import { queryOptions } from '@tanstack/react-query'
import type { getOverview } from '#contract/office/overview.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

const REFETCH_INTERVAL_MS = 30_000

export const overviewQuery = queryOptions({
  queryKey: [OFFICE, 'overview'],
  queryFn: ({ signal }) => call<typeof getOverview>('GET', '/admin/overview', { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
})
