import type { FastifyInstance, FastifyLoggerOptions } from 'fastify'
import pino from 'pino'
import type { LogLevel } from '../config/config.ts'
import type { Session } from '../sessions/session.ts'

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
    const { session } = request as { session?: Session | null }
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        ...(session ? { person: session.personId } : {}),
      },
      'request',
    )
    done()
  })
}
