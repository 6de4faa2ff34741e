import type { FastifyInstance, FastifyLoggerOptions } from 'fastify'
import type { LogLevel } from '../config.ts'
import type { Session } from './sessions.ts'

export const logging = (level: LogLevel): FastifyLoggerOptions => ({
  level,
  serializers: {
    err: (error) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }),
  },
})

/**
 * One line a request, when it has been answered: what, by whom, how it ended. Never a header, a body or a query, for that
 * is where secrets and addresses are. The request id ties it to the other lines, the audit log and the answer.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
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
  })
}
