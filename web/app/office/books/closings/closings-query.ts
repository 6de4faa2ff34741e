import { queryOptions } from '@tanstack/react-query'
import type { listClosings, readChecklist } from '#contract/books/closings.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const closingsQuery = queryOptions({
  queryKey: [OFFICE, 'closings'],
  queryFn: ({ signal }) => call<typeof listClosings>('GET', '/admin/closings', { signal }),
})

export const checklistQuery = (until: string) =>
  queryOptions({
    queryKey: [OFFICE, 'closing checklist', until],
    queryFn: ({ signal }) =>
      call<typeof readChecklist>('GET', '/admin/closings/checklist', { query: { until }, signal }),
    enabled: until !== '',
    retry: false,
  })
