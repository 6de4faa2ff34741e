import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, isBarredToClosed, isBarredWithoutAccount, takesIdempotencyKey } from '#contract/endpoint.ts'
import { PASSIVE_HEADER } from '#contract/notifications/presence.ts'
import { isPermission } from '#contract/permissions.ts'
import type { Caller } from '../../access/api-key.ts'
import { isFresh } from '../../access/freshness.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import type { Deps } from '../deps.ts'
import { describeEndpoint } from '../openapi/describe-endpoint.ts'
import { type Call, Proposed, type Route } from '../route.ts'
import { type Authentication, admit, authenticate, requirePermission } from './authenticate.ts'
import { acceptForms } from './forms.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { parseBody, validateAllButBody } from './parse-body.ts'
import type { Limiter } from './rate-limits.ts'

export const API_PREFIX = '/api'
/** What the documents name. See docs/api-versions.md. */
export const API_V1_PREFIX = '/api/v1'

type RouteDeps = Authentication & { deps: Deps; limit: Limiter }
type AuthenticatedRequest = FastifyRequest & { session?: Caller | null; arrivedAt?: Date }

export async function bindRoutes(app: FastifyInstance, routes: readonly Route[], binding: RouteDeps): Promise<void> {
  const takesForm = ({ endpoint }: Route) => endpoint.multipart !== undefined
  for (const route of routes) if (!takesForm(route)) bindRoute(app, route, binding)
  await app.register(async (scope) => {
    await acceptForms(scope)
    for (const route of routes.filter(takesForm)) bindRoute(scope, route, binding)
  })
}

/** An endpoint that does not say who may call it does not start. */
function requireDeclarations({ method, path, policy, fresh, keyScope }: Endpoint): void {
  if (policy !== 'public' && policy !== 'signedIn' && !isPermission(policy ?? ''))
    throw new Error(`${method} ${path} has no policy`)
  if (method !== 'GET' && policy !== 'public' && fresh === undefined)
    throw new Error(`${method} ${path} does not say whether it needs a fresh session`)
  if (keyScope && (fresh || policy === 'public')) throw new Error(`${method} ${path} can’t be opened to API keys`)
}

/** Each route reads as a sentence: limit, authenticate, validate, act. */
function bindRoute(app: FastifyInstance, { endpoint, handle }: Route, binding: RouteDeps): void {
  requireDeclarations(endpoint)
  // Staff sessions are always checked here too: their role can be revoked at any time.
  const checkedByLedger = endpoint.movesMoney === true && endpoint.policy === 'signedIn'
  app.route({
    // One route for both: Fastify's own for HEAD would be a second one of the same size, three megabytes in all.
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: API_PREFIX + endpoint.path,
    schema: describeEndpoint(endpoint),
    onRequest: async (request: AuthenticatedRequest) => {
      request.arrivedAt = binding.deps.now()
      const passive = endpoint.passive === true || request.headers[PASSIVE_HEADER] === '1'
      request.session = await authenticate(request, endpoint, binding, { passive, checkedByLedger })
      await binding.limit(endpoint.rateLimit ?? 'general', request, request.session)
      admit(endpoint, request.session)
      if (request.session?.status === 'Closed' && isBarredToClosed(endpoint)) throw new Refusal('account_closed')
      if (request.session?.staffOnly && isBarredWithoutAccount(endpoint)) throw new Refusal('no_account')
    },
    ...(endpoint.keyBody ? { validatorCompiler: validateAllButBody as never } : {}),
    ...(endpoint.fresh || endpoint.alsoNeeds || endpoint.keyBody
      ? { preHandler: (request: AuthenticatedRequest) => requireBodyAllowed(endpoint, request, binding) }
      : {}),
    // A request admitted from the session cache failed before the ledger checked the session: 401 takes precedence.
    ...(checkedByLedger
      ? {
          errorHandler: async (error: FastifyError, request: AuthenticatedRequest) => {
            if (request.session) admit(endpoint, await authenticate(request, endpoint, binding))
            throw error
          },
        }
      : {}),
    handler: async (request: AuthenticatedRequest, reply) => {
      const body = await handle(toCall(endpoint, request, reply, binding.deps))
      return reply.sent ? reply : sendResponse(reply, endpoint, body)
    },
  })
}

/** What depends on the parsed body: further permissions, then freshness. */
async function requireBodyAllowed(
  endpoint: Endpoint,
  request: AuthenticatedRequest,
  binding: RouteDeps,
): Promise<void> {
  if (endpoint.keyBody) parseBody(endpoint, request)
  for (const permission of endpoint.alsoNeeds?.(request.body as never) ?? [])
    if (request.session) requirePermission(request.session, permission)
  await requireFresh(endpoint, request, binding)
}

/** A confirmation on another server reaches this one's cache late: a session that looks stale is read again. */
async function requireFresh(endpoint: Endpoint, request: AuthenticatedRequest, binding: RouteDeps): Promise<void> {
  const { fresh } = endpoint
  if (!fresh || (fresh !== true && !fresh(request.body as never))) return
  const at = request.arrivedAt ?? binding.deps.now()
  const isFreshNow = () => request.session?.kind === 'session' && isFresh(request.session, at)
  if (isFreshNow()) return
  if (request.session?.kind === 'session') binding.sessions.forget(request.session.tokenHash)
  request.session = await authenticate(request, endpoint, binding)
  admit(endpoint, request.session)
  if (!isFreshNow()) throw new Refusal('confirmation_required')
}

function toCall(endpoint: Endpoint, request: AuthenticatedRequest, reply: FastifyReply, deps: Deps): Call {
  // The endpoint's own schemas have parsed these three; `route` gave them their types.
  const { params, query, body } = request as unknown as Pick<Call, 'params' | 'query' | 'body'>
  const { path: route, credentials } = endpoint
  const key = takesIdempotencyKey(endpoint) ? request.headers['idempotency-key'] : undefined
  return {
    params,
    query,
    body,
    session: request.session as never,
    at: request.arrivedAt ?? deps.now(),
    requestId: request.id,
    idempotency: readIdempotencyKey(key, { route, body, credentials }, deps.keys.request),
    request,
    reply,
  }
}

function sendResponse(reply: FastifyReply, { success }: Endpoint, body: unknown): FastifyReply {
  if (body instanceof Proposed) return reply.code(202).send(body.proposal)
  reply.code(success.status)
  return success.body === null ? reply.send() : reply.send(body)
}
