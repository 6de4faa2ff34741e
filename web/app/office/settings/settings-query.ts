import { queryOptions } from '@tanstack/react-query'
import type { listActs } from '#contract/audit.ts'
import type { getSettings } from '#contract/settings.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../office-query.ts'

export const settingsQuery = queryOptions({
  queryKey: [OFFICE, 'settings'],
  queryFn: ({ signal }) => call<typeof getSettings>('GET', '/settings', { signal }),
  // A form is filled from it: what is being typed must not be pulled away by a look in the background.
  refetchOnWindowFocus: false,
})

/** Who changed the settings lately: the audit log knows. */
export const settingsActsQuery = queryOptions({
  queryKey: [OFFICE, 'settings acts'],
  queryFn: ({ signal }) =>
    call<typeof listActs>('GET', '/admin/audit', { query: { action: 'settings.updated', limit: '100' }, signal }),
})
