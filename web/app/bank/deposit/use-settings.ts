import { useQuery } from '@tanstack/react-query'
import type { getSettings } from '#contract/settings.ts'
import { call } from '../../shared/api/call.ts'

/** Where depositors pay to. Asked for anew when a countdown ends, so it is never believed for long. */
export const settingsQuery = {
  queryKey: ['settings'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof getSettings>('GET', '/settings', { signal }),
}

export const useSettings = () => useQuery(settingsQuery)
