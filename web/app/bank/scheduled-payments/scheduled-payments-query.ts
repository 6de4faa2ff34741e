import { queryOptions } from '@tanstack/react-query'
import type { listScheduledPaymentRuns, listScheduledPayments } from '#contract/payments/scheduled-payments.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

/** Live updates reload it by this name. */
const KEY = 'scheduled-payments'

export const scheduledPaymentsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => call<typeof listScheduledPayments>('GET', '/orders', { signal }),
})

export const scheduledPaymentRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id, 'runs'],
    queryFn: ({ signal }) =>
      call<typeof listScheduledPaymentRuns>('GET', '/orders/:id/runs', { params: { id }, signal }),
  })

export const reloadScheduledPayments = () => queryClient.invalidateQueries({ queryKey: [KEY] })
