import type { FastifyInstance, FastifyLoggerOptions, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Caller } from '../../access/api-key.ts'
import type { LogLevel } from '../../platform/config/config.ts'
import { CLIENT_LEFT, onClientLeft } from './metrics.ts'
import { isHealthCheck, pathOf, traceIdOf } from './request-ids.ts'

/** Asynchronous, so that a slow terminal or disk does not block requests; pino writes the rest when the process exits. */
export const logging = (level: LogLevel): FastifyLoggerOptions => ({
  level,
  stream: pino.destination({ sync: false }),
  serializers: {
    err: (error) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }),
  },
})

/**
 * One line per request, after its response. Never a header, body or query: secrets and addresses are in those. The
 * request id connects it to other lines, the audit log and the response.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!(isHealthCheck(request) && reply.statusCode < 400)) logRequest(request, reply.statusCode, reply.elapsedTime)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    onClientLeft(reply, () => logRequest(request, CLIENT_LEFT, reply.elapsedTime))
    done()
  })
}

function logRequest(request: FastifyRequest, status: number, ms: number): void {
  const { session } = request as { session?: Caller | null }
  const trace = traceIdOf(request.headers.traceparent)
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status,
      ms: Math.round(ms),
      address: request.ip,
      ...(session ? { person: session.personId } : {}),
      ...(session?.kind === 'api_key' ? { apiKey: session.id } : {}),
      ...(trace ? { trace } : {}),
    },
    status === CLIENT_LEFT ? 'client left before its response' : 'request',
  )
}
