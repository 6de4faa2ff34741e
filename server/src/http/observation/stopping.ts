import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/runtime/refusal.ts'

export type Shutdown = {
  /** From now on the load balancer is told to use another server; requests are still served. */
  begin(): void
}

/**
 * Keep-alive connections would delay the stop, and closing an idle one can meet a request that is on its way: responses sent
 * from then on close theirs, after the client has them.
 */
export function registerStopping(app: FastifyInstance): Shutdown {
  let stopping = false
  const begin = () => {
    stopping = true
  }
  app.addHook('preClose', async () => begin())
  app.addHook('onRequest', (request, _reply, done) => {
    if (stopping && request.routeOptions.url?.endsWith('/readyz')) return done(new Refusal('unavailable'))
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  return { begin }
}
