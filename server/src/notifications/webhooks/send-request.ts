import { lookup as resolveName } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Config } from '../../platform/config/config.ts'
import { type AllowedHosts, addressProblem, hostOf, namesHost, urlProblem } from './addresses.ts'

/** The status of the response, or why there was none. */
export type SendResult = { status: number; error: null } | { status: null; error: string }

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string | Buffer | null }

/** From the first lookup to the end of the response. */
export const TIMEOUT_MS = 10_000
/** More of a response is not read. */
const MAX_RESPONSE_BYTES = 16 * 1024

/** As `dns.lookup`: tests replace it. */
export type ResolveName = typeof resolveName

type SendOptions = { signal: AbortSignal; timeoutMs?: number; resolve?: ResolveName }

/**
 * Sends one request, on a connection of its own: the address is checked when it is connected to, so that a name that changes
 * meanwhile (DNS rebinding) gets nowhere. Redirects are responses like any other: they are not followed.
 */
export async function sendRequest(
  config: Pick<Config, 'webhookAllow' | 'demo'>,
  { url, headers, body }: WebhookRequest,
  { signal, timeoutMs = TIMEOUT_MS, resolve = resolveName }: SendOptions,
): Promise<SendResult> {
  // The configuration may have changed since the webhook was added. A literal address is never looked up.
  const problem = urlProblem(url, config)
  if (problem) return { status: null, error: `refused: ${problem}` }
  const target = new URL(url)
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body ?? '') },
    lookup: checkedLookup(hostOf(target), config.webhookAllow, resolve),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
  try {
    return { status: await exchange(target, options, body), error: null }
  } catch (error) {
    return { status: null, error: describe(error as NodeJS.ErrnoException, timeoutMs) }
  }
}

function exchange(target: URL, options: RequestOptions, body: string | Buffer | null): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let hasResponse = false
  const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, (response) => {
    hasResponse = true
    readSome(response, () => resolve(response.statusCode ?? 0), reject)
  })
  // After 101 Node hands over the connection: neither a response nor an error follows, and the time limit no longer applies.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve(response.statusCode ?? 0)
  })
  request.on('error', reject)
  // A response may end after its request is closed, so it is waited for.
  request.on('close', () => hasResponse || reject(new Error('closed without a response')))
  request.end(body)
  return promise
}

/** Reads a short response to its end, so that the receiver can write it; only its status matters. */
function readSome(response: IncomingMessage, done: () => void, failed: (error: Error) => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_RESPONSE_BYTES) return
    done()
    response.destroy()
  })
  response.on('end', done)
  response.on('error', failed)
  response.on('close', () => failed(new Error('closed within the response')))
}

/** Every address of the name has to be allowed: which of them is connected to is not for the receiver to choose. */
function checkedLookup(host: string, allowed: AllowedHosts, resolve: ResolveName): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const problems = namesHost(allowed, host) ? [] : addresses.map(({ address }) => addressProblem(address, allowed))
      const problem = addresses.length === 0 ? 'the name has no address' : problems.find((text) => text !== null)
      if (problem) return callback(Object.assign(new Error(problem), { code: 'EREFUSEDADDRESS' }), '')
      if (options.all) return callback(null, addresses as never)
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}

/** For staff: what failed, without what the other side wrote. */
function describe(error: NodeJS.ErrnoException, timeoutMs: number): string {
  if (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError')
    return `no response within ${timeoutMs / 1000} seconds`
  if (error.name === 'AbortError') return 'the bank was stopping'
  if (error.code === 'EREFUSEDADDRESS') return `refused: ${error.message}`
  return error.code ?? 'the request failed'
}
