import { queryOptions } from '@tanstack/react-query'
import type { listAuditEntries } from '#contract/office/audit.ts'
import type { getSettings } from '#contract/settings/settings.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

export const settingsQuery = queryOptions({
  queryKey: [OFFICE, 'settings'],
  queryFn: ({ signal }) => call<typeof getSettings>('GET', '/settings', { signal }),
  // The forms are filled from it: a background refetch must not overwrite what the user is typing.
  refetchOnWindowFocus: false,
})

/** Audit entries of recent settings changes, for 'Last changed by'. */
export const settingsHistoryQuery = queryOptions({
  queryKey: [OFFICE, 'settings history'],
  queryFn: ({ signal }) =>
    call<typeof listAuditEntries>('GET', '/admin/audit', {
      query: { action: 'settings.updated', limit: '100' },
      signal,
    }),
})
