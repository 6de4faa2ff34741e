import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from './bind-routes.ts'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** Swagger UI needs its own scripts and inline styles; other origins stay blocked. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
const TWO_YEARS_SECONDS = 63_072_000

/** Constants instead of a library, which would build the headers for every response. See decision 050. */
const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // Off: the XSS filter of old browsers could itself be abused.
  'x-xss-protection': '0',
}

/** Headers of every response. Pages set their own content security policy. */
export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ALWAYS).header('x-request-id', request.id)
    // Only with TLS: browsers ignore it on plain HTTP.
    if (request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`)
    if (request.url.startsWith(`${API_PREFIX}/`)) {
      const docs = request.url.startsWith(`${API_PREFIX}/docs`)
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', docs ? DOCS_POLICY : API_POLICY)
    }
    done()
  })
}
