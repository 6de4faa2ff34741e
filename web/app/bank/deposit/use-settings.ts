import { useQuery } from '@tanstack/react-query'
import type { getSettings } from '#contract/settings/settings.ts'
import { call } from '../../shared/api/call.ts'

/** The bank's payment details. Reloaded when a countdown ends. */
export const settingsQuery = {
  queryKey: ['settings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof getSettings>('GET', '/settings', { signal }),
  staleTime: 60_000,
}

export const useSettings = () => useQuery(settingsQuery)
