import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = { text: () => Promise<string>; contentType: string; watch: (app: FastifyInstance) => void }

/** One registry per application, so that several in one process (as in tests) don't collide. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // The route's pattern, never the URL: ids must not become labels.
  const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'
  const watch = (app: FastifyInstance) =>
    void app.addHook('onResponse', (request, reply, done) => {
      const labels = { method: request.method, route: routeOf(request), status: reply.statusCode }
      duration.observe(labels, reply.elapsedTime / 1000)
      done()
    })
  return { text: () => registry.metrics(), contentType: registry.contentType, watch }
}
