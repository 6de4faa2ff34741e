import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from './bind-routes.ts'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** The reference is a page of a library: it needs its own scripts and sets styles inline. Still nothing from elsewhere. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
const TWO_YEARS_SECONDS = 63_072_000

/** What every answer carries. Pages set a policy of their own. */
export async function registerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Only where TLS is (below): on plain http browsers ignore it, and auditors wonder.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
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
