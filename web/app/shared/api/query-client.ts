import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut } from './api-error.ts'
import { keepToken } from './auth-token.ts'

/** A session that ended elsewhere (revoked, expired, role changed) ends here as soon as any answer says so. */
const dropEndedSession = (error: unknown) => {
  if (isSignedOut(error)) keepToken(null)
}

/** Worth a second try: nobody answered, or the bank is briefly away. A refusal stays a refusal. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: dropEndedSession }),
  mutationCache: new MutationCache({ onError: dropEndedSession }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 1 && isPassing(error), retryDelay: 800 },
  },
})
