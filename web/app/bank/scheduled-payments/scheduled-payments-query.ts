import { queryOptions } from '@tanstack/react-query'
import type { listOrderRuns, listOrders } from '#contract/payments/scheduled-payments.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

/** Live updates reload it by this name. */
const KEY = 'orders'

export const ordersQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => call<typeof listOrders>('GET', '/orders', { signal }),
})

export const orderRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id, 'runs'],
    queryFn: ({ signal }) => call<typeof listOrderRuns>('GET', '/orders/:id/runs', { params: { id }, signal }),
  })

export const reloadOrders = () => queryClient.invalidateQueries({ queryKey: [KEY] })
