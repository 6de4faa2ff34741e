import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign } from './campaign.ts'
import type { Target } from './target.ts'

const DRIP_MS = 500
/** A server that is held up by others answers when they time out, after half a minute: a busy machine is no such thing. */
const ANSWER_WITHIN_MS = 5_000
/** A request has 30 seconds, and Node looks for those that took longer every 30. */
const CLOSED_WITHIN_MS = 75_000
const MEGABYTE = 1_000_000

const open = async (target: Target): Promise<Socket> => {
  const { hostname, port } = new URL(target.server.address())
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends text as it stands, and reads until the other side is done, or silent for a while. */
async function raw(target: Target, parts: (string | Buffer)[], silentMs = 3_000): Promise<string> {
  const socket = await open(target)
  let heard = ''
  const done = new Promise<void>((resolve) => {
    const silence = () => setTimeout(resolve, silentMs)
    let timer = silence()
    socket.on('data', (bytes) => {
      heard += bytes
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
  return heard
}

type Drip = { socket: Socket; heard: string; closedAfterMs: number | null }

/** Says a little at a time, and never all of it. */
async function startDrip(target: Target, beginning: string): Promise<Drip> {
  const socket = await open(target)
  const drip: Drip = { socket, heard: '', closedAfterMs: null }
  const began = Date.now()
  socket.on('data', (bytes) => {
    drip.heard += bytes
  })
  socket.once('close', () => {
    drip.closedAfterMs = Date.now() - began
  })
  socket.write(beginning)
  return drip
}

const SLOW = [
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\n',
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":"',
  'POST /api/auths/login HTTP/1.1\r\nhost: bank\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
  'GE',
]

/**
 * Hundreds of connections that never finish their request, while others go on being served. The long form also waits until
 * the last of them has been closed.
 */
export async function slowRequests({ target, tried, breach }: Campaign, sockets: number, untilClosed: boolean) {
  const drips: Drip[] = []
  for (let at = 0; at < sockets; at++) drips.push(await startDrip(target, SLOW[at % SLOW.length] ?? ''))
  tried(sockets)
  const began = Date.now()
  let worst = 0
  while (Date.now() - began < (untilClosed ? CLOSED_WITHIN_MS : 4_000)) {
    const asked = performance.now()
    const { status } = await target.client.send({ method: 'GET', path: '/api/institution' })
    worst = Math.max(worst, performance.now() - asked)
    if (status !== 200) breach(`while ${sockets} slow requests were open: ${status}`)
    for (const { socket } of drips) if (!socket.destroyed) socket.write('x')
    if (drips.every(({ closedAfterMs }) => closedAfterMs !== null)) break
    await sleep(DRIP_MS)
  }
  const left = drips.filter(({ closedAfterMs }) => closedAfterMs === null).length
  if (worst > ANSWER_WITHIN_MS)
    breach(`while ${sockets} slow requests were open, an answer took ${Math.round(worst)} ms`)
  if (untilClosed && left > 0) breach(`${left} of ${sockets} slow requests are open after ${CLOSED_WITHIN_MS / 1000} s`)
  if (drips.some(({ heard }) => /^HTTP\/1\.1 [25]/.test(heard)))
    breach('a request that never ended was answered as if it had')
  for (const { socket } of drips) socket.destroy()
  const last = Math.max(...drips.map(({ closedAfterMs }) => closedAfterMs ?? 0))
  return `${sockets} slow connections, others served in ${Math.round(worst)} ms at worst${untilClosed ? `, all closed after ${Math.round(last / 1000)} s` : ''}`
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
  ['length and chunks', [head([json, 'content-length: 4', 'transfer-encoding: chunked']), `0\r\n\r\n${SMUGGLED}`]],
  ['chunks under another name', [head([json, 'transfer-encoding: xchunked']), '0\r\n\r\n']],
  ['a chunk of 2^64 bytes', [head([json, 'transfer-encoding: chunked']), 'ffffffffffffffff1\r\nx']],
  ['a header of 1 MB', [head([`x-long: ${'y'.repeat(MEGABYTE)}`])]],
  ['20,000 headers', [head(Array.from({ length: 20_000 }, (_, at) => `x-${at}: y`))]],
  ['a header with a bare line feed', ['GET /api/users HTTP/1.1\nhost: bank\n\n']],
  ['a folded header', [head(['x-a: b\r\n c: d'])]],
  ['a space before the colon', [head(['authorization : Bearer x'])]],
  ['NUL in a header', [head(['x-a: b\0c'])]],
  ['an address of 1 MB', [`GET /api/${'a'.repeat(MEGABYTE)} HTTP/1.1\r\nhost: bank\r\n\r\n`]],
  ['no host', ['GET /api/users HTTP/1.1\r\n\r\n']],
  ['no HTTP at all', ['hello\r\n\r\n']],
  ['HTTP/2 without agreement', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
  ['TLS on a plain port', [Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])]],
  ['an unknown method', ['FUND /api/admin/fund HTTP/1.1\r\nhost: bank\r\n\r\n']],
  ['CONNECT to somewhere', ['CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: bank\r\n\r\n']],
  ['an upgrade', [`GET /api/users HTTP/1.1\r\nhost: bank\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`]],
]

/** Requests that are too much, or two things at once: one refusal each, nothing behind it is taken for a request. */
export async function oversizedRequests({ target, tried, breach }: Campaign): Promise<string> {
  for (const [name, parts] of OVERSIZED) {
    tried()
    const heard = await raw(target, parts, 800)
    const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
    // A closed door without a word is a refusal as well.
    if (statuses.some((status) => status < 400 || status >= 500)) breach(`${name}: ${statuses.join(' and ')}`)
    if (statuses.length > 1) breach(`${name}: ${statuses.length} answers to one request`)
    if (!target.server.alive()) breach(`${name} ended the server`)
  }
  const pipelined = await raw(target, [Array(500).fill('GET /api/users HTTP/1.1\r\nhost: bank\r\n\r\n').join('')])
  const refused = [...pipelined.matchAll(/HTTP\/1\.1 401/g)].length
  tried()
  if (refused !== 500) breach(`500 requests down one pipe: ${refused} refusals`)
  return `${OVERSIZED.length + 1} oversized or ambiguous requests`
}
