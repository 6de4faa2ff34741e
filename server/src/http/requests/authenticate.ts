import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import { type ApiKey, type Caller, isApiKey } from '../../access/api-key.ts'
import type { ApiKeys } from '../../access/api-keys.ts'
import { standingAllows } from '../../access/session.ts'
import type { AuthenticateOptions, Sessions } from '../../access/sessions.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { bearerToken } from '../bearer-token.ts'

export type Authentication = { sessions: Sessions; apiKeys: ApiKeys }

/** The session or API key of a request. Public calls get no key: whatever they do for a session, they don't do for one. */
export async function authenticate(
  request: FastifyRequest,
  { policy }: Endpoint,
  { sessions, apiKeys }: Authentication,
  options?: AuthenticateOptions,
): Promise<Caller | null> {
  const token = bearerToken(request)
  if (!isApiKey(token)) return sessions.authenticate(token, options)
  return policy === 'public' ? null : apiKeys.authenticate(token)
}

export function admit(endpoint: Endpoint, caller: Caller | null): void {
  const { policy } = endpoint
  if (policy === 'public') return
  if (!caller) throw new Refusal('unauthenticated')
  if (caller.kind === 'api_key') admitKey(endpoint, caller)
  if (policy !== 'signedIn') requirePermission(caller, policy)
}

/** A key works while its owner is Active, and opens what names one of its scopes. */
function admitKey({ keyScope }: Endpoint, { status, scopes }: ApiKey): void {
  const standing = CANNOT_SEND[status]
  if (standing) throw new Refusal(standing)
  if (!keyScope || !scopes.includes(keyScope)) throw new Refusal('key_not_allowed')
}

export function requirePermission(caller: Caller, permission: Permission): void {
  if (!standingAllows(caller, permission)) throw new Refusal('forbidden')
  if (caller.mustEnrol) throw new Refusal('second_factor_required')
}
