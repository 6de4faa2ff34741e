import { queryOptions } from '@tanstack/react-query'
import type { listApiKeys } from '#contract/identity/api-keys.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

/** Live updates reload it by this name. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call<typeof listApiKeys>('GET', '/users/api-keys', { signal }),
})

export const reloadApiKeys = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
