import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { API_PREFIX, API_V1_PREFIX } from './bind-routes.ts'

const pathPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}/?(?:\\?|$)`, 'i')
/** As the router reads it: an encoded path is the same path. */
export const decodePath = (url: string) => {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
const firstSegment = (path: string) => path.split(/[/?#]/, 2)[1] ?? ''

export type Rewrite = (request: Pick<IncomingMessage, 'method' | 'url'>) => string

/**
 * `/api/v1/…` is the API as `/api/…` is: routes, limits, metrics and idempotency keys know one path only.
 * API paths also work without `/api`: a URL is rewritten when its first segment belongs to an endpoint of this method.
 * Methods matter, because `GET /contact` is a page and `POST /contact` an endpoint.
 * Newer endpoints (`apiOnly`) exist under `/api` only. As in the router, a fixed path comes before a parameter: `/transactions/admin`
 * is not `/transactions/:id`.
 */
export function createRewrite(endpoints: readonly Endpoint[]): Rewrite {
  const roots = new Map<string, Set<string>>()
  const apiOnly = endpoints.filter((endpoint) => endpoint.apiOnly).map(({ path }) => pathPattern(path))
  const fixed = endpoints
    .filter((endpoint) => !endpoint.apiOnly && !endpoint.path.includes(':'))
    .map(({ path }) => pathPattern(path))
  for (const { method, path } of endpoints.filter((endpoint) => !endpoint.apiOnly)) {
    const known = roots.get(method) ?? new Set()
    roots.set(method, known.add(firstSegment(path)))
  }
  return ({ method = 'GET', url = '/' }) => {
    if (url.startsWith(`${API_V1_PREFIX}/`)) return API_PREFIX + url.slice(API_V1_PREFIX.length)
    const root = roots.get(method === 'HEAD' ? 'GET' : method)?.has(firstSegment(url))
    if (!root) return url
    const matches = (pattern: RegExp) => pattern.test(decodePath(url))
    return fixed.some(matches) || !apiOnly.some(matches) ? API_PREFIX + url : url
  }
}
