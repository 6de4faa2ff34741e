import { queryOptions } from '@tanstack/react-query'
import type { readLimits } from '#contract/payments/limits.ts'
import { call } from '../shared/api/call.ts'

/** What can be sent today. Live updates about money reload it. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => call<typeof readLimits>('GET', '/users/limits', { signal }),
})
