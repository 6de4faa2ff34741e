import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBank, type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const bank = useBank()
let ada: Person
let port: number
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 500_00n })
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  port = (bank.app.server.address() as AddressInfo).port
})

/** Sends raw bytes that no HTTP client would send. */
async function sendRaw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(bytes)
  const response = await text(socket)
  const [head = '', body = ''] = response.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ', 2)[1]), head, body }
}

describe('every response', () => {
  test('carries a request id made by the server, the same in header and body', async () => {
    const [one, other] = [await bank.call('GET', '/users'), await bank.call('GET', '/users')]
    for (const response of [one, other]) {
      expect(response.headers['x-request-id']).toMatch(UUID)
      expect(response.json().requestId).toBe(response.headers['x-request-id'])
    }
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    const forged = await bank.call('GET', '/healthz', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
    expect(forged.headers['x-request-id']).toMatch(UUID)
  })

  test.each([
    ['a success', 'GET', '/healthz'],
    ['a refusal', 'GET', '/users'],
    ['an unknown call', 'GET', '/nowhere'],
  ])('%s forbids caching, framing, sniffing and scripts', async (_, method, path) => {
    const { headers } = await bank.call(method, path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('sends Strict-Transport-Security only over TLS, as reported by a trusted proxy', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
    expect((await bank.call('GET', '/healthz', { headers: forwarded })).headers).not.toHaveProperty(
      'strict-transport-security',
    )
    const behind = await openBank({ config: { trustProxy: ['127.0.0.1'] } })
    const response = await behind.call('GET', '/healthz', { headers: forwarded })
    expect(response.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    await behind.close()
  })
})

describe('addresses', () => {
  test('that are unknown get 404 in the error format', async () => {
    const not = { status: 404, code: 'not_found', message: 'Not found.' }
    for (const url of [
      '/api',
      '/api/',
      '/api/nowhere',
      '/api/users/',
      '/api/USERS',
      '/api//users',
      '/api/users/all/x',
      '/nowhere',
    ])
      expect([url, refusalOf(await bank.app.inject({ url }))]).toEqual([url, not])
  })

  test.each(['/api/%', '/api/%zz', '/api/images/%c0%af', '/%'])(
    'that can’t be decoded are malformed: %s',
    async (url) => {
      const response = await sendRaw(`GET ${url} HTTP/1.1\r\nhost: bank\r\nconnection: close\r\n\r\n`)
      expect(response.status).toBeOneOf([400, 404])
      expect(Object.keys(JSON.parse(response.body)).sort()).toEqual(['code', 'message', 'requestId'])
    },
  )

  test('path traversal finds nothing', async () => {
    for (const url of [
      '/api/images/../../../etc/passwd',
      '/api/images/..%2f..%2fetc%2fpasswd',
      '/../../etc/passwd',
      '/api/images/%2e%2e',
    ]) {
      const response = await sendRaw(`GET ${url} HTTP/1.1\r\nhost: bank\r\nconnection: close\r\n\r\n`)
      expect([url, response.status]).toEqual([url, expect.toBeOneOf([400, 401, 404])])
    }
  })

  test('get the same response without the prefix, including the query', async () => {
    for (const { endpoint } of bank.routes) {
      if (endpoint.method !== 'GET' || endpoint.success.body === 'events' || endpoint.success.body === 'text') continue
      if ('apiOnly' in endpoint) continue
      const path = endpoint.path.replace(/:\w+/, '01a1dd41-6800-72d8-b8bb-923f18649cc3')
      const read = async (prefix: string) => {
        const headers = { authorization: `Bearer ${ada.token}` }
        const { statusCode, body } = await bank.app.inject({ url: `${prefix}${path}?nonsense=1`, headers })
        return [path, statusCode, body.replace(/"requestId":"[^"]+"/, '')]
      }
      expect(await read('')).toEqual(await read('/api'))
    }
  })
})

describe('malformed HTTP', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a bad version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a name', 'GET /api/healthz HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n'],
    [
      'two lengths',
      'POST /api/auths/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!',
    ],
    [
      'a length and chunks',
      'POST /api/auths/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers without an end', `GET /api/healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`],
  ])('%s: rejected in the error format, and the server keeps running', async (_, bytes) => {
    const response = await sendRaw(bytes)
    expect(response.status).toBeOneOf([400, 413, 431])
    expect(JSON.parse(response.body)).toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
      requestId: expect.stringMatching(UUID),
    })
    expect((await fetch(`http://127.0.0.1:${port}/api/healthz`)).status).toBe(200)
  })
})

test('completes running requests and accepts no new ones while stopping', async () => {
  const closing = await openBank()
  const person = await closing.person({ balanceCents: 500_00n })
  await closing.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(closing.app.server.address() as AddressInfo).port}/api`
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(transferForm({ amount: 10 }))
  let response: Promise<Response> | undefined
  let closed: Promise<unknown> | undefined
  await closing.owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${person.id} for update`
    response = fetch(`${url}/transfer`, { method: 'POST', headers, body })
    await waitUntilBlocked(closing.owner)
    closed = closing.app.close()
    const isRefused = () =>
      fetch(`${url}/healthz`)
        .then(() => false)
        .catch(() => true)
    await expect.poll(isRefused).toBe(true)
  })
  expect((await response)?.status).toBe(201)
  await closed
  expect(await person.balance()).toEqual({ availableCents: 490_00n, heldCents: 10_00n })
  await closing.close()
})
