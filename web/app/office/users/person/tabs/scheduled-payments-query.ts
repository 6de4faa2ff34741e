import { queryOptions } from '@tanstack/react-query'
import type { listUserOrders } from '#contract/payments/scheduled-payments-of-user.ts'
import { call } from '../../../../shared/api/call.ts'
import { OFFICE } from '../../../layout/office-query.ts'

export const userOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: [OFFICE, 'orders', userId],
    queryFn: ({ signal }) => call<typeof listUserOrders>('GET', '/admin/orders', { query: { userId }, signal }),
  })
