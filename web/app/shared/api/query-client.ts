import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Worth a retry: no response, or the server is briefly unavailable. */
const isTransient = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 1 && isTransient(error), retryDelay: 800 },
  },
})
