import { queryOptions } from '@tanstack/react-query'
import type { readReconciliation } from '#contract/external-money/reconciliation.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const reconciliationQuery = queryOptions({
  queryKey: [OFFICE, 'reconciliation'],
  queryFn: ({ signal }) => call<typeof readReconciliation>('GET', '/admin/reconciliation', { signal }),
})
