import { queryOptions } from '@tanstack/react-query'
import type { readReconciliation } from '#contract/reconciliation.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../office-query.ts'

export const reconciliationQuery = queryOptions({
  queryKey: [OFFICE, 'reconciliation'],
  queryFn: ({ signal }) => call<typeof readReconciliation>('GET', '/admin/reconciliation', { signal }),
})
