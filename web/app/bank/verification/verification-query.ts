import { queryOptions } from '@tanstack/react-query'
import type { readVerification } from '#contract/identity/verification.ts'
import { call } from '../../shared/api/call.ts'

/** Live updates about the account reload it. */
export const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: ({ signal }) => call<typeof readVerification>('GET', '/verification', { signal }),
})
