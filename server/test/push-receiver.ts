import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '../src/notifications/push/content.ts'
import { deliverPushes, type PushDeps } from '../src/notifications/push/deliver-pushes.ts'
import type { Bank, Person } from './bank.ts'

/** The keys that a browser makes when it subscribes. */
export function createBrowser() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16), path: `/push/${randomBytes(16).toString('base64url')}` }
}
export type Browser = ReturnType<typeof createBrowser>

export const keysOf = ({ pair, auth }: Pick<Browser, 'pair' | 'auth'>) => ({
  p256dh: pair.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
})

type Request = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service: a real HTTP server that keeps what it gets. */
export async function openPushService() {
  const state = { answer: (_path: string) => 201 as number | 'hang' }
  const requests: Request[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const answer = state.answer(path)
      if (answer !== 'hang') response.writeHead(answer, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    requests,
    origin,
    subscriptionOf: (browser: Browser) => ({ endpoint: origin + browser.path, keys: keysOf(browser) }),
    /** What this browser would show. */
    shownBy: (browser: Browser) =>
      requests.filter(({ path }) => path === browser.path).map(({ body }) => decrypt(body, browser)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const expand = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** As a browser does (RFC 8291 and RFC 8188, one record), written apart from the library that encrypts. */
export function decrypt(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): PushPayload {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const cipherText = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = expand(pair.computeSecret(senderKey), auth, info, 32)
  const key = expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(cipherText.subarray(-16))
  const plain = Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()])
  // The last record ends with a delimiter, and zeros that hide the length.
  const end = plain.lastIndexOf(2)
  return JSON.parse(plain.subarray(0, end).toString('utf8'))
}

type Claims = { aud: string; exp: number; sub: string }

/** The claims of the token, if the bank's key signed it. */
export function readVapid(authorization: string, publicKey: string): Claims {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('Signed by another key')
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const input = Buffer.from(`${header}.${claims}`)
  const isValid = verify('sha256', input, { key: jwk, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  if (!isValid || alg !== 'ES256') throw new Error('Not a valid signature')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

export const randomEndpoint = () => `https://push.example.net/${randomBytes(16).toString('base64url')}`

export const ALLOW_LOCAL_PUSH = { pushAllow: ['127.0.0.1'] } as const

const silent = { info: () => {}, warn: () => {} }

/** Sends everything that is due, as the job does. */
export const pushAll = (bank: Bank, deps: Partial<PushDeps> = {}, signal = new AbortController().signal) =>
  deliverPushes({ ...bank, log: silent, origin: 'https://bank.example', ...deps }, signal)

export const randomSubscription = () => ({ endpoint: randomEndpoint(), keys: keysOf(createBrowser()) })

export async function addPushDevice(person: Person, subscription: { endpoint: string; keys: object }) {
  const response = await person.call('POST', '/push/devices', { body: subscription })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json() as { _id: string; current: boolean }
}
