import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects. Fastify's `request.signal` aborts as soon as the body is read. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}
