import { expect, test } from 'vitest'
import { openReceiver } from '../../../test/webhook-receiver.ts'
import { urlProblem } from './addresses.ts'
import { type ResolveName, sendRequest } from './send-request.ts'

const strict = { webhookAllow: [], demo: false }

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/machine?comp=goalstate',
  'https://[::ffff:168.63.129.16]/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://[::]/',
  'https://[::1]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[::127.0.0.1]/',
  'http://example.com/',
  'https://user:secret@example.com/',
  'ftp://example.com/',
  'https://999.1.1.1/',
  'nonsense',
])('refuses %s', (url) => {
  expect(urlProblem(url, strict)).toEqual(expect.any(String))
})

test.each([
  ['https://example.com/hooks', []],
  ['https://8.8.8.8:8443/', []],
  ['https://[2606:4700::1111]/', []],
  ['http://hooks.internal:8080/', ['hooks.internal']],
  ['http://10.1.2.3/', ['10.0.0.0/8']],
  ['http://localhost:8080/', ['localhost']],
  ['http://[fd00::5]/', ['fd00::/8']],
])('allows %s with WEBHOOK_ALLOW %j', (url, webhookAllow) => {
  expect(urlProblem(url, { webhookAllow, demo: false })).toBeNull()
})

test('http is allowed in a demonstration, private addresses are not', () => {
  expect(urlProblem('http://example.com/', { webhookAllow: [], demo: true })).toBeNull()
  expect(urlProblem('http://192.168.1.1/', { webhookAllow: [], demo: true })).toContain('private')
  expect(urlProblem('http://localhost:3000/', { webhookAllow: [], demo: true })).toBe('not a public name')
  expect(urlProblem('http://localhost:3000/', { webhookAllow: ['127.0.0.1'], demo: true })).toBeNull()
})

const signal = new AbortController().signal
const demo = { webhookAllow: [], demo: true }
/** Resolves every name to these addresses in turn. */
const resolveTo = (...answers: string[][]): ResolveName =>
  ((_name: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as ResolveName
const send = (
  url: string,
  resolve?: ResolveName,
  config: typeof demo | { webhookAllow: string[]; demo: boolean } = demo,
) => sendRequest(config, { url, headers: {}, body: '{}' }, { signal, timeoutMs: 500, ...(resolve ? { resolve } : {}) })

test.each([
  ['loopback', ['127.0.0.1']],
  ['metadata', ['169.254.169.254']],
  ['the WireServer', ['168.63.129.16']],
  ['IPv6 loopback', ['::1']],
  ['mapped IPv4', ['::ffff:127.0.0.1']],
  ['one public and one private', ['8.8.8.8', '10.0.0.1']],
  ['none', []],
])('a name that resolves to %s is refused at connect time', async (_, addresses) => {
  const receiver = await openReceiver()
  const result = await send(`http://hooks.example:${receiver.port}/`, resolveTo(addresses))
  expect(result).toEqual({ status: null, error: expect.stringMatching(/^refused: /) })
  expect(receiver.received).toEqual([])
  await receiver.close()
})

test('a name is checked at every request: one that changes to a private address (DNS rebinding) gets nothing', async () => {
  const receiver = await openReceiver()
  const url = `http://hooks.example:${receiver.port}/`
  const config = { webhookAllow: ['127.0.0.1'], demo: true }
  // The first answer is allowed and reaches the receiver, the second is not.
  const rebinding = resolveTo(['127.0.0.1'], ['127.0.0.2'])
  expect(await send(url, rebinding, config)).toEqual({ status: 204, error: null })
  expect(await send(url, rebinding, config)).toEqual({
    status: null,
    error: 'refused: not a public address (loopback)',
  })
  expect(receiver.received).toHaveLength(1)
  // A host that WEBHOOK_ALLOW names may resolve to anything.
  expect(await send(url, resolveTo(['127.0.0.1']), { webhookAllow: ['hooks.example'], demo: false })).toMatchObject({
    status: 204,
  })
  await receiver.close()
})

test('a redirect is a failed delivery, and not followed', async () => {
  const [receiver, secret] = [await openReceiver(), await openReceiver()]
  receiver.state.behavior = (_, response) => void response.writeHead(307, { location: secret.url }).end()
  const config = { webhookAllow: ['127.0.0.1'], demo: false }
  expect(await send(receiver.url, undefined, config)).toEqual({ status: 307, error: null })
  expect(secret.received).toEqual([])
  await Promise.all([receiver.close(), secret.close()])
})

test('an answer that switches protocols, or breaks off, is a failed delivery', async () => {
  const receiver = await openReceiver()
  const config = { webhookAllow: ['127.0.0.1'], demo: false }
  receiver.state.behavior = (_, { socket }) =>
    void socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  expect(await send(receiver.url, undefined, config)).toEqual({ status: 101, error: null })
  receiver.state.behavior = (_, { socket }) => void socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
  expect(await send(receiver.url, undefined, config)).toEqual({ status: null, error: 'ECONNRESET' })
  // Without a length, the end of the connection is the end of the response.
  receiver.state.behavior = (_, { socket }) => void socket?.end('HTTP/1.1 200 OK\r\n\r\nwhole')
  expect(await send(receiver.url, undefined, config)).toEqual({ status: 200, error: null })
  await receiver.close()
})

test('reads little of a long response, and waits for a slow one only so long', async () => {
  const receiver = await openReceiver()
  const config = { webhookAllow: ['127.0.0.1'], demo: false }
  receiver.state.behavior = (_, response) => {
    response.writeHead(200)
    const flood = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1)
    response.on('close', () => clearInterval(flood))
    return undefined
  }
  expect(await send(receiver.url, undefined, config)).toEqual({ status: 200, error: null })
  receiver.state.behavior = () => 'hang'
  expect(await send(receiver.url, undefined, config)).toEqual({ status: null, error: 'no response within 0.5 seconds' })
  await receiver.close()
  expect(await send(receiver.url, undefined, config)).toEqual({ status: null, error: 'ECONNREFUSED' })
})
