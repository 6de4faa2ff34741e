import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/
const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * The `X-Request-Id` of a trusted proxy, or a new one. Not that of any client: it ends up in the audit log, where a client
 * could make two requests look like one.
 */
export function createRequestIds(
  trustProxy: readonly string[],
): (request: { raw?: IncomingMessage } | IncomingMessage) => string {
  const trusted = new BlockList()
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (request) => {
    const raw = 'raw' in request && request.raw ? request.raw : (request as IncomingMessage)
    const given = raw.headers['x-request-id']
    const peer = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    const isTrusted = typeof given === 'string' && GIVEN_ID.test(given) && isIP(peer) !== 0
    return isTrusted && trusted.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4') ? given : randomUUID()
  }
}

/** The trace id of a W3C `traceparent`, for the log. */
export const traceIdOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? (TRACE.exec(header)?.[1] ?? null) : null

export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>) => url.split('?', 1)[0] ?? ''

/** Twice a second from each load balancer: they would be most of the log and of the traces. */
export const isHealthCheck = (request: Pick<FastifyRequest, 'url'>) =>
  /^(?:\/api(?:\/v1)?)?\/(?:healthz|readyz|metrics)$/.test(pathOf(request))
