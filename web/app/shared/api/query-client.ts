import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Worth a second try: nobody answered, or the bank is briefly away. A refusal stays a refusal. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 1 && isPassing(error), retryDelay: 800 },
  },
})
