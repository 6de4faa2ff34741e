import type { FastifyBaseLogger, FastifyInstance, FastifyLoggerOptions } from 'fastify'
import type { LogLevel } from '../config/config.ts'
import type { Session } from '../sessions/session.ts'

/**
 * Lines of one turn of the event loop go out together: under load that is one call to the system for dozens of them. What
 * is logged as the process ends goes out too; only a killed one takes its last turn along.
 */
const lines = {
  waiting: '',
  write(line: string): void {
    if (lines.waiting === '') setImmediate(lines.flush)
    lines.waiting += line
  },
  flush(): void {
    if (lines.waiting !== '') process.stdout.write(lines.waiting)
    lines.waiting = ''
  },
}
process.on('exit', lines.flush)

export const logging = (level: LogLevel): FastifyLoggerOptions => ({
  level,
  stream: lines,
  serializers: {
    err: (error) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack ?? '' }),
  },
})

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Told = [about: object, message: string]

/** Names its request in every line. Most requests have one line, which does so itself: a logger is made for the others. */
class RequestLog {
  readonly #bank: FastifyBaseLogger
  readonly #bindings: Bindings
  #made: FastifyBaseLogger | undefined

  constructor(bank: FastifyBaseLogger, bindings: Bindings) {
    this.#bank = bank
    this.#bindings = bindings
  }

  get #own(): FastifyBaseLogger {
    this.#made ??= this.#bank.child(this.#bindings)
    return this.#made
  }

  child(bindings: Bindings) {
    return this.#own.child(bindings)
  }
  fatal(...told: Told) {
    this.#own.fatal(...told)
  }
  error(...told: Told) {
    this.#own.error(...told)
  }
  warn(...told: Told) {
    this.#own.warn(...told)
  }
  info(...told: Told) {
    this.#own.info(...told)
  }
  debug(...told: Told) {
    this.#own.debug(...told)
  }
  trace(...told: Told) {
    this.#own.trace(...told)
  }
}

/** Of the many ways to call a logger these are the ones in use. */
export const requestLog = (bank: FastifyBaseLogger, bindings: Bindings) =>
  new RequestLog(bank, bindings) as unknown as FastifyBaseLogger

/**
 * One line a request, when it has been answered: what, by whom, how it ended. Never a header, a body or a query, for that
 * is where secrets and addresses are. The request id ties it to the other lines, the audit log and the answer.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { session } = request as { session?: Session | null }
    app.log.info(
      {
        reqId: request.id,
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
