import type { FastifyInstance } from 'fastify'

/** A connection that is kept alive would hold a stop up; whoever is answered from then on is told to come again. */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
}
