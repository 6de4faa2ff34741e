import { queryOptions } from '@tanstack/react-query'
import type { listMonths } from '#contract/payments/months.ts'
import { call } from '../../shared/api/call.ts'

export const monthlySums = queryOptions({
  queryKey: ['months'],
  queryFn: ({ signal }) => call<typeof listMonths>('GET', '/users/months', { signal }),
})
