import { QueryClient, type QueryKey } from '@tanstack/react-query'
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

/** Shows the response to a change. A read that is still on the way may be older, so it is repeated. */
export async function showChanged<Data>(queryKey: QueryKey, update: (shown: Data | undefined) => Data | undefined) {
  queryClient.setQueryData<Data>(queryKey, update)
  if (queryClient.isFetching({ queryKey }) > 0) await queryClient.invalidateQueries({ queryKey })
}
