import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { ASSETS_PREFIX } from '../pages/register-pages.ts'
import { API_PREFIX } from './bind-routes.ts'
import { decodePath, type Rewrite } from './unprefixed.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? ''
const exactPattern = (path: string) =>
  new RegExp(`^${(API_PREFIX + path).replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

/**
 * Answers 405 with `Allow` where the path exists for other methods. In `onRequest`, before a body is parsed, and only for
 * requests that no route takes. OPTIONS is no exception: the bank has no cross-origin callers, and `Allow` tells the same.
 */
export function registerMethodNotAllowed(app: FastifyInstance, endpoints: readonly Endpoint[], rewrite: Rewrite): void {
  const patterns = Map.groupBy(endpoints, ({ method }) => method)
  const byMethod = new Map([...patterns].map(([method, of]) => [method, of.map(({ path }) => exactPattern(path))]))
  const allows = (method: (typeof METHODS)[number], requested: string): boolean => {
    const path = withoutQuery(rewrite({ method, url: requested }))
    const decoded = decodePath(path)
    // Pages and the API's own documents are routes without parameters, which are no endpoints. Files share one, also those
    // that don't exist.
    const url = path.startsWith(ASSETS_PREFIX) ? `${ASSETS_PREFIX}:name` : path
    return byMethod.get(method)?.some((pattern) => pattern.test(decoded)) || app.hasRoute({ method, url })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const allowed = METHODS.filter((method) => allows(method, request.originalUrl))
    const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    // The router reads a few URLs otherwise, such as those it refuses as too long: they stay 404.
    if (methods.length === 0 || methods.includes(request.method)) return done()
    reply.header('allow', methods.join(', '))
    done(new Refusal('method_not_allowed') as never)
  })
}
