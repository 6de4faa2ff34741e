import { eventCursor } from '#contract/notifications/events.ts'
import type { Session } from '../../access/session.ts'
import type { Call } from '../../http/route.ts'
import type { EventBroker } from './event-broker.ts'

type StreamCall = Pick<Call, 'request' | 'reply'> & { session: Session; query: { after?: string | undefined } }

/** Takes the connection over from Fastify: the response lasts until the server or the client ends it. */
export async function openStream(broker: EventBroker, { request, reply, session, query }: StreamCall): Promise<void> {
  const header = request.headers['last-event-id']
  // An id in another format is not ours (a proxy or another site set it): ignored.
  const lastEventId = typeof header === 'string' && eventCursor.safeParse(header).success ? header : query.after
  reply.headers({
    'content-type': 'text/event-stream',
    // Without this header proxies buffer the events.
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  })
  if (request.method === 'HEAD') return
  const { raw } = reply
  let closed = false
  const unsubscribe = await broker.subscribe(session, lastEventId, () => {
    reply.hijack()
    raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    raw.socket?.setNoDelay(true)
    return {
      write: (text) => void raw.write(text),
      end: () => void raw.end(),
      get unsentBytes() {
        return raw.writableLength
      },
    }
  })
  const close = () => {
    if (!closed) unsubscribe()
    closed = true
  }
  raw.once('close', close)
  // A broken connection is how most streams end.
  raw.once('error', close)
  if (raw.destroyed) close()
}
