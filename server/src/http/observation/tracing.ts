import type { Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { TracingConfig } from '../../platform/config/config.ts'
import { CLIENT_LEFT, onClientLeft } from './metrics.ts'
import { isHealthCheck } from './request-ids.ts'

export type Tracing = {
  watch: (app: FastifyInstance) => void
  /** Traces work that is not a request. Attributes must not tell anything about a person. */
  span: <Result>(name: string, attributes: Record<string, number>, work: () => Promise<Result>) => Promise<Result>
  /** Tells how many spans the collector took, or why it did not. */
  onExport: (listener: ExportListener) => void
  /** Sends what is left. */
  stop: () => Promise<void>
}

type ExportListener = (spans: number, failure: Error | null) => void

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NO_TRACE = /^0+$/
const SEND_TIMEOUT_MS = 3_000

/** Loaded here and not above: a bank without a collector neither loads nor runs any of it. */
const load = () =>
  Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])

export async function startTracing({ endpoint, serviceName, ratio }: TracingConfig): Promise<Tracing> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await load()
  const root = new sdk.TraceIdRatioBasedSampler(ratio)
  const collector = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_TIMEOUT_MS })
  let listener: ExportListener = () => {}
  const exporter: SpanExporter = {
    export: (spans, settle) =>
      collector.export(spans, (result) => {
        const failure = result.code === 0 ? null : (result.error ?? new Error('The collector took nothing.'))
        listener(spans.length, failure)
        settle(result)
      }),
    shutdown: () => collector.shutdown(),
    forceFlush: () => collector.forceFlush(),
  }
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // A client can't have more of its requests traced than the ratio says.
    sampler: new sdk.ParentBasedSampler({ root, remoteParentSampled: root }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('openteller')
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode } = api

  /** Goes on with the trace of the caller. */
  const contextOf = ({ headers: { traceparent } }: FastifyRequest) => {
    const [, traceId, spanId, flags] = (typeof traceparent === 'string' && PARENT.exec(traceparent)) || []
    if (!traceId || !spanId || NO_TRACE.test(traceId) || NO_TRACE.test(spanId)) return ROOT_CONTEXT
    const traceFlags = Number.parseInt(flags ?? '00', 16)
    return api.trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }
  const spans = new WeakMap<FastifyRequest, Span>()
  const end = (request: FastifyRequest, status: number) => {
    const span = spans.get(request)
    spans.delete(request)
    span?.setAttribute('http.response.status_code', status)
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  return {
    watch(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isHealthCheck(request)) {
          // The route's pattern, never the URL: ids and searches are in that.
          const [method, route] = [request.method, request.routeOptions.url ?? 'none']
          const attributes = { 'http.request.method': method, 'http.route': route }
          const options = { kind: SpanKind.SERVER, attributes }
          const span = tracer.startSpan(`${method} ${route}`, options, contextOf(request))
          spans.set(request, span)
          if (!request.headers.traceparent) request.log = request.log.child({ trace: span.spanContext().traceId })
          onClientLeft(reply, () => end(request, CLIENT_LEFT))
        }
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        end(request, reply.statusCode)
        done()
      })
    },
    async span(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes }, ROOT_CONTEXT)
      try {
        return await work()
      } catch (error) {
        // Without the message, which may have values of rows.
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    onExport(listen) {
      listener = listen
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/** Counts spans, and logs when the collector stops taking them and when it does so again: once each, not for every batch. */
export function watchExports(
  tracing: Pick<Tracing, 'onExport'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  observe: (outcome: 'sent' | 'lost', spans: number) => void,
): void {
  let isFailing = false
  tracing.onExport((spans, failure) => {
    observe(failure ? 'lost' : 'sent', spans)
    if (failure && !isFailing)
      log.warn({ reason: failure.message }, 'traces are lost: the collector does not take them')
    if (!failure && isFailing) log.info({}, 'the collector takes traces again')
    isFailing = failure !== null
  })
}
