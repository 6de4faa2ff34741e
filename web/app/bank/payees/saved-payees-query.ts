import { queryOptions } from '@tanstack/react-query'
import type { listPayees } from '#contract/payments/payees.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

export const savedPayeesQuery = queryOptions({
  queryKey: ['saved-payees'],
  queryFn: ({ signal }) => call<typeof listPayees>('GET', '/payees', { signal }),
})

export const reloadSavedPayees = () => queryClient.invalidateQueries(savedPayeesQuery)
