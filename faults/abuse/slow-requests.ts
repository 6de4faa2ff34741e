import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign } from './campaign.ts'
import type { AttackTarget } from './target.ts'

const DRIP_MS = 500
/** A blocked server responds only when the slow requests time out, after 30 s; a busy machine is faster than this. */
const RESPONSE_WITHIN_MS = 5_000
/** The request timeout is 30 s, and Node checks for timeouts every 30 s. */
const CLOSED_WITHIN_MS = 75_000
const MEGABYTE = 1_000_000

const open = async (target: AttackTarget): Promise<Socket> => {
  const { hostname, port } = new URL(target.server.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends raw bytes and reads until the server closes the connection or is silent for a while. */
async function sendRaw(target: AttackTarget, parts: (string | Buffer)[], silentMs = 3_000): Promise<string> {
  const socket = await open(target)
  let received = ''
  const done = new Promise<void>((resolve) => {
    const silence = () => setTimeout(resolve, silentMs)
    let timer = silence()
    socket.on('data', (bytes) => {
      received += bytes
      clearTimeout(timer)
      timer = silence()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  for (const part of parts) if (!socket.destroyed) socket.write(part)
  await done
  socket.destroy()
  return received
}

type SlowConnection = { socket: Socket; received: string; closedAfterMs: number | null }

/** Starts a request that is never completed. */
async function startSlowRequest(target: AttackTarget, beginning: string): Promise<SlowConnection> {
  const socket = await open(target)
  const connection: SlowConnection = { socket, received: '', closedAfterMs: null }
  const startedAt = Date.now()
  socket.on('data', (bytes) => {
    connection.received += bytes
  })
  socket.once('close', () => {
    connection.closedAfterMs = Date.now() - startedAt
  })
  socket.write(beginning)
  return connection
}

const SLOW = [
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\n',
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":"',
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
  'GE',
]

/**
 * Hundreds of connections never complete their request, while other requests must still be served. The long form also waits
 * until the server has closed all of them.
 */
export async function slowRequests({ target, tried, breach }: Campaign, sockets: number, untilClosed: boolean) {
  const slow: SlowConnection[] = []
  for (let at = 0; at < sockets; at++) slow.push(await startSlowRequest(target, SLOW[at % SLOW.length] ?? ''))
  tried(sockets)
  const startedAt = Date.now()
  let worstMs = 0
  while (Date.now() - startedAt < (untilClosed ? CLOSED_WITHIN_MS : 4_000)) {
    const sentAt = performance.now()
    const { status } = await target.client.send({ method: 'GET', path: '/api/institution' })
    worstMs = Math.max(worstMs, performance.now() - sentAt)
    if (status !== 200) breach(`while ${sockets} slow requests were open: ${status}`)
    for (const { socket } of slow) if (!socket.destroyed) socket.write('x')
    if (slow.every(({ closedAfterMs }) => closedAfterMs !== null)) break
    await sleep(DRIP_MS)
  }
  const left = slow.filter(({ closedAfterMs }) => closedAfterMs === null).length
  if (worstMs > RESPONSE_WITHIN_MS)
    breach(`while ${sockets} slow requests were open, a response took ${Math.round(worstMs)} ms`)
  if (untilClosed && left > 0) breach(`${left} of ${sockets} slow requests are open after ${CLOSED_WITHIN_MS / 1000} s`)
  if (slow.some(({ received }) => /^HTTP\/1\.1 [25]/.test(received))) breach('an incomplete request was executed')
  for (const { socket } of slow) socket.destroy()
  const last = Math.max(...slow.map(({ closedAfterMs }) => closedAfterMs ?? 0))
  return `${sockets} slow connections, others served in at most ${Math.round(worstMs)} ms${untilClosed ? `, all closed after ${Math.round(last / 1000)} s` : ''}`
}

const head = (lines: string[]) =>
  `${['POST /api/auths/login HTTP/1.1', 'host: bank', 'connection: close', ...lines].join('\r\n')}\r\n\r\n`
const json = 'content-type: application/json'
const SMUGGLED = 'GET /api/users/all HTTP/1.1\r\nhost: bank\r\n\r\n'

const OVERSIZED: [string, (string | Buffer)[]][] = [
  ['a body of 10 MB', [head([json, `content-length: ${10 * MEGABYTE}`]), Buffer.alloc(10 * MEGABYTE, ' ')]],
  [
    'a body of 200 KB in chunks',
    [head([json, 'transfer-encoding: chunked']), `30d40\r\n${' '.repeat(200_000)}\r\n0\r\n\r\n`],
  ],
  ['a length of 10^15', [head([json, 'content-length: 1000000000000000']), '{}']],
  ['a negative length', [head([json, 'content-length: -5']), '{}']],
  ['two lengths', [head([json, 'content-length: 2', 'content-length: 50']), '{}']],
  ['a length and chunks', [head([json, 'content-length: 4', 'transfer-encoding: chunked']), `0\r\n\r\n${SMUGGLED}`]],
  ['an unknown transfer encoding', [head([json, 'transfer-encoding: xchunked']), '0\r\n\r\n']],
  ['a chunk of 2^64 bytes', [head([json, 'transfer-encoding: chunked']), 'ffffffffffffffff1\r\nx']],
  ['a header of 1 MB', [head([`x-long: ${'y'.repeat(MEGABYTE)}`])]],
  ['20,000 headers', [head(Array.from({ length: 20_000 }, (_, at) => `x-${at}: y`))]],
  ['a header with a bare line feed', ['GET /api/users HTTP/1.1\nhost: bank\n\n']],
  ['a folded header', [head(['x-a: b\r\n c: d'])]],
  ['a space before the colon', [head(['authorization : Bearer x'])]],
  ['NUL in a header', [head(['x-a: b\0c'])]],
  ['a URL of 1 MB', [`GET /api/${'a'.repeat(MEGABYTE)} HTTP/1.1\r\nhost: bank\r\n\r\n`]],
  ['no host', ['GET /api/users HTTP/1.1\r\n\r\n']],
  ['not HTTP', ['hello\r\n\r\n']],
  ['HTTP/2 without negotiation', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
  ['TLS on a plain port', [Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])]],
  ['an unknown method', ['FUND /api/admin/fund HTTP/1.1\r\nhost: bank\r\n\r\n']],
  ['CONNECT to a port', ['CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: bank\r\n\r\n']],
  ['an upgrade', [`GET /api/users HTTP/1.1\r\nhost: bank\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`]],
]

/** Oversized and ambiguous requests: each gets one refusal, and no smuggled request is executed. */
export async function oversizedRequests({ target, tried, breach }: Campaign): Promise<string> {
  for (const [name, parts] of OVERSIZED) {
    tried()
    const received = await sendRaw(target, parts, 800)
    const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
    // Closing the connection without a response is a refusal too.
    if (statuses.some((status) => status < 400 || status >= 500)) breach(`${name}: ${statuses.join(' and ')}`)
    if (statuses.length > 1) breach(`${name}: ${statuses.length} responses to one request`)
    if (!target.server.isAlive()) breach(`${name} stopped the server`)
  }
  const pipelined = await sendRaw(target, [Array(500).fill('GET /api/users HTTP/1.1\r\nhost: bank\r\n\r\n').join('')])
  const refused = [...pipelined.matchAll(/HTTP\/1\.1 401/g)].length
  tried()
  if (refused !== 500) breach(`500 pipelined requests: ${refused} refusals`)
  return `${OVERSIZED.length + 1} oversized or ambiguous requests`
}
