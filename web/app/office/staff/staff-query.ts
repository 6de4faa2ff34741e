import { queryOptions } from '@tanstack/react-query'
import type { listStaff } from '#contract/office/staff.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

export const staffQuery = queryOptions({
  queryKey: [OFFICE, 'staff'],
  queryFn: ({ signal }) => call<typeof listStaff>('GET', '/admin/staff', { signal }),
})
