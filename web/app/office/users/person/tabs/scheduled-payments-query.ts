import { queryOptions } from '@tanstack/react-query'
import type { listUserScheduledPayments } from '#contract/payments/scheduled-payments-of-user.ts'
import { call } from '../../../../shared/api/call.ts'
import { OFFICE } from '../../../layout/office-query.ts'

export const userScheduledPaymentsQuery = (userId: string) =>
  queryOptions({
    queryKey: [OFFICE, 'scheduled-payments', userId],
    queryFn: ({ signal }) =>
      call<typeof listUserScheduledPayments>('GET', '/admin/orders', { query: { userId }, signal }),
  })
