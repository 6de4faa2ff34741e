import type { FastifyLoggerOptions } from 'fastify'
import type { LogLevel } from '../config.ts'

/**
 * What a line says of a request: never a header, a body or a query, for that is where secrets and addresses are.
 * Fastify logs each request's end with its status and time; the request id ties all lines of one together.
 */
export const logging = (level: LogLevel): FastifyLoggerOptions => ({
  level,
  serializers: {
    req: (request) => ({ method: request.method, path: request.url?.split('?', 1)[0], address: request.ip }),
    res: (reply) => ({ status: reply.statusCode }),
    err: (error) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }),
  },
})
