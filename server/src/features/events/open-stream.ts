import { eventCursor } from '#contract/events.ts'
import type { EventBroker } from '../../events/event-broker.ts'
import type { Call } from '../../http/route.ts'
import type { Session } from '../../sessions/session.ts'

type StreamCall = Pick<Call, 'request' | 'reply'> & { session: Session; query: { after?: string | undefined } }

/** Takes the connection out of the framework's hands: the answer goes on until one of both sides ends it. */
export async function openStream(broker: EventBroker, { request, reply, session, query }: StreamCall): Promise<void> {
  const sent = request.headers['last-event-id']
  // A header that is none of ours comes from elsewhere, and is as good as none.
  const known = typeof sent === 'string' && eventCursor.safeParse(sent).success ? sent : query.after
  reply.headers({
    'content-type': 'text/event-stream',
    // Proxies would gather events until there are enough of them.
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  })
  if (request.method === 'HEAD') return
  const { raw } = reply
  let gone = false
  const close = await broker.subscribe(session, known, () => {
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
  const leave = () => {
    if (!gone) close()
    gone = true
  }
  raw.once('close', leave)
  // A broken connection is how most streams end.
  raw.once('error', leave)
  if (raw.destroyed) leave()
}
