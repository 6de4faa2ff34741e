import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { API_PREFIX } from './bind-routes.ts'

const firstSegment = (path: string) => path.split(/[/?#]/, 2)[1] ?? ''

/**
 * API paths also work without `/api`: a URL is rewritten when its first segment belongs to an endpoint of this method.
 * Methods matter, because `GET /contact` is a page and `POST /contact` an endpoint.
 */
export function createRewrite(endpoints: readonly Endpoint[]): (request: IncomingMessage) => string {
  const roots = new Map<string, Set<string>>()
  for (const { method, path } of endpoints) {
    const known = roots.get(method) ?? new Set()
    roots.set(method, known.add(firstSegment(path)))
  }
  return ({ method = 'GET', url = '/' }) => {
    const root = roots.get(method === 'HEAD' ? 'GET' : method)?.has(firstSegment(url))
    return root ? API_PREFIX + url : url
  }
}
