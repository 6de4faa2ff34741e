import { queryOptions } from '@tanstack/react-query'
import type { readUserLimits } from '#contract/payments/limits.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const limitsOfQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'person', id, 'limits'],
    queryFn: ({ signal }) => call<typeof readUserLimits>('GET', '/admin/users/:id/limits', { params: { id }, signal }),
  })
