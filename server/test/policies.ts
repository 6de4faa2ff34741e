import type { Endpoint } from '#contract/endpoint.ts'
import { SOME_ID } from './bad-values.ts'

/** Every kind of caller, the status it gets by policy, and path spellings that must not avoid the policy. */

export type Caller =
  | 'anonymous'
  | 'user'
  | 'pending user'
  | 'admin'
  | 'pending admin'
  | 'revoked user'
  | 'revoked admin'
export const CALLERS: Caller[] = [
  'anonymous',
  'user',
  'pending user',
  'admin',
  'pending admin',
  'revoked user',
  'revoked admin',
]

/** The status by policy alone; null: the policy lets the call through to its schema and handler. */
export function expectedStatus({ policy }: Endpoint, caller: Caller): 401 | 403 | null {
  if (policy === 'public') return null
  if (caller === 'anonymous' || caller.startsWith('revoked')) return 401
  return policy === 'admin' && caller !== 'admin' ? 403 : null
}

/** A body that no schema accepts, so that an allowed call changes nothing. */
export const INVALID_BODY = { invalid: true }
export const pathWithId = ({ path }: Endpoint) => path.replace(':id', SOME_ID)

/** Streams never end by themselves, and logging out would end the session the next line uses: tried with refused callers. */
export const lastingEffect = (endpoint: Endpoint) =>
  endpoint.success.body === 'events' || endpoint.path === '/auths/logout'

export const SPELLINGS: readonly ((path: string) => string)[] = [
  (path: string) => `${path}/`,
  (path: string) => path.toUpperCase(),
  (path: string) => path.replace(/(?<=.)\//, '%2f'),
  (path: string) => `/${path}`,
  (path: string) => `${path}%00`,
  (path: string) => `/x/..${path}`,
]
