import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/api-key-scopes.ts'
import type { User } from '#contract/customers/people.ts'
import { type Endpoint, isBarredToClosed } from '#contract/endpoint.ts'
import { hasPermission, type Role } from '#contract/permissions.ts'

/** Every kind of caller, the status it gets by policy, and path spellings that must not avoid the policy. */

type CallerKind = { role: Role; status: User['status']; revoked?: boolean; scopes?: readonly ApiKeyScope[] }

/** A new role, status or kind of credential gets a line here, and so every route is tried with it. */
export const CALLERS = {
  anonymous: null,
  user: { role: 'User', status: 'Active' },
  'pending user': { role: 'User', status: 'Pending' },
  'frozen user': { role: 'User', status: 'Frozen' },
  'closed user': { role: 'User', status: 'Closed' },
  support: { role: 'Support', status: 'Active' },
  teller: { role: 'Teller', status: 'Active' },
  auditor: { role: 'Auditor', status: 'Active' },
  admin: { role: 'Admin', status: 'Active' },
  'pending admin': { role: 'Admin', status: 'Pending' },
  'frozen admin': { role: 'Admin', status: 'Frozen' },
  'closed teller': { role: 'Teller', status: 'Closed' },
  'revoked user': { role: 'User', status: 'Active', revoked: true },
  'revoked admin': { role: 'Admin', status: 'Active', revoked: true },
  'key that reads': { role: 'User', status: 'Active', scopes: ['read'] },
  'key that transfers': { role: 'User', status: 'Active', scopes: ['transfer'] },
  'key of an admin with all scopes': { role: 'Admin', status: 'Active', scopes: API_KEY_SCOPES },
  'key of an auditor': { role: 'Auditor', status: 'Active', scopes: ['staff:read'] },
  'key of a frozen user': { role: 'User', status: 'Frozen', scopes: ['read', 'transfer'] },
  'key of a former admin': { role: 'User', status: 'Active', scopes: ['staff:read', 'staff:decide'] },
  'revoked key': { role: 'Admin', status: 'Active', scopes: API_KEY_SCOPES, revoked: true },
} as const satisfies Record<string, CallerKind | null>
export type Caller = keyof typeof CALLERS
export const CALLER_NAMES = Object.keys(CALLERS) as Caller[]
export const callerKind = (caller: Caller): CallerKind | null => CALLERS[caller]

/** The status by policy alone; null: the policy lets the call through to its schema and handler. */
export function expectedStatus(endpoint: Endpoint, caller: Caller): 401 | 403 | null {
  const { policy } = endpoint
  const kind = callerKind(caller)
  if (policy === 'public') return null
  if (kind === null || kind.revoked) return 401
  if (kind.scopes && (kind.status !== 'Active' || !endpoint.keyScope || !kind.scopes.includes(endpoint.keyScope)))
    return 403
  if (policy === 'signedIn') return kind.status === 'Closed' && isBarredToClosed(endpoint) ? 403 : null
  return kind.status === 'Active' && hasPermission(kind.role, policy) ? null : 403
}

/** A body that no schema accepts, so that an allowed call changes nothing. */
export const INVALID_BODY = { invalid: true }
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
/** About things that don't exist. */
export const examplePath = ({ path, example }: Endpoint) =>
  path.replace(/:(\w+)/g, (_, name: string) => example?.params?.[name] ?? '')

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
