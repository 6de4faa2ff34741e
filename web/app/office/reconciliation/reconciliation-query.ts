import { queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { reconciliation } from '#contract/reconciliation.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../office-query.ts'

type ReadReconciliation = Endpoint & { success: { status: 200; body: typeof reconciliation } }

export const reconciliationQuery = queryOptions({
  queryKey: [OFFICE, 'reconciliation'],
  queryFn: ({ signal }) => call<ReadReconciliation>('GET', '/admin/reconciliation', { signal }),
})
