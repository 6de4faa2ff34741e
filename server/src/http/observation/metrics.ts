import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { JobObserver } from '../../platform/runtime/job-observer.ts'
import {
  createDeliveryObserver,
  createJobObserver,
  createPushObserver,
  createTraceObserver,
  type MetricSources,
  registerBankMetrics,
} from './bank-metrics.ts'

export type Metrics = {
  text: () => Promise<string>
  contentType: string
  watch: (app: FastifyInstance) => void
  addSources: (sources: MetricSources) => void
  observeJob: JobObserver
  observeDelivery: (outcome: 'delivered' | 'failed') => void
  observePush: (outcome: 'delivered' | 'failed' | 'removed') => void
  observeSpans: (outcome: 'sent' | 'lost', spans: number) => void
}

/** As nginx calls it: the client left before its response. */
export const CLIENT_LEFT = 499

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
  const observe = (request: FastifyRequest, status: number, ms: number) =>
    duration.observe({ method: request.method, route: routeOf(request), status }, ms / 1000)
  const watch = (app: FastifyInstance) => {
    app.addHook('onResponse', (request, reply, done) => {
      observe(request, reply.statusCode, reply.elapsedTime)
      done()
    })
    app.addHook('onRequest', (request, reply, done) => {
      onClientLeft(reply, () => observe(request, CLIENT_LEFT, reply.elapsedTime))
      done()
    })
  }
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    watch,
    addSources: (sources) => registerBankMetrics(registry, sources),
    observeJob: createJobObserver(registry),
    observeDelivery: createDeliveryObserver(registry),
    observePush: createPushObserver(registry),
    observeSpans: createTraceObserver(registry),
  }
}

/** Fastify calls no hook when a client disconnects before its response was sent. An open stream ends like this as a rule. */
export function onClientLeft({ raw }: FastifyReply, left: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished && raw.getHeader('content-type') !== 'text/event-stream') left()
  })
}
