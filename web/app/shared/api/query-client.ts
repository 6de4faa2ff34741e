import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Worth a retry: no response, or the server is briefly unavailable. */
const isTransient = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': offline, a request fails at once and says so. Paused, it would show 'Loading...' and be sent unasked later.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 800,
    },
  },
})
