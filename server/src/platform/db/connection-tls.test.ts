import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCertificate } from '../../../test/certificates.ts'
import { openPool } from './connection.ts'
import { sqlState } from './errors.ts'

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

const OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const PASSWORD_PLEASE = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const DONE = Buffer.from([0x43, 0, 0, 0, 13, ...Buffer.from('SELECT 0\0')])

describe.skipIf(!hasOpenssl)('TLS', () => {
  let folder: string
  const servers: Server[] = []
  const passwords: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  })
  afterAll(async () => {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts a server whose certificate, its own authority, is for this name or address only. */
  async function startServer(name: string, subject: string) {
    const own = join(folder, name)
    await mkdir(own)
    const { key, cert, path } = await createCertificate(own, subject)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      // The request for TLS.
      socket.once('data', () => {
        socket.write('S')
        answer(new TLSSocket(socket, { isServer: true, key, cert }))
      })
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, certificate: path }
  }

  /** Just enough of PostgreSQL to log in with a password and to run a statement. */
  function answer(socket: Socket) {
    socket.on('error', () => {})
    let greeted = false
    socket.on('data', (bytes) => {
      const type = String.fromCharCode(bytes[0] ?? 0)
      if (!greeted) socket.write(PASSWORD_PLEASE)
      else if (type === 'p') {
        passwords.push(bytes.subarray(5, -1).toString())
        socket.write(Buffer.concat([OK, READY]))
      } else if (type === 'Q') socket.write(Buffer.concat([DONE, READY]))
      greeted = true
    })
  }

  async function outcomeOf(url: string): Promise<string> {
    const sql = openPool({ url }, { max: 1 })
    try {
      await sql.unsafe('select')
      return 'connected'
    } catch (error) {
      return sqlState(error)
    } finally {
      await sql.end({ timeoutMs: 0 })
    }
  }

  test('verifies the certificate as sslmode says, also for an IP address', async () => {
    const right = await startServer('right', 'IP:127.0.0.1')
    const other = await startServer('other', 'DNS:elsewhere.example')
    const url = ({ port }: { port: number }, query: string) => `postgres://bank:pw@127.0.0.1:${port}/bank?${query}`
    const withRoot = (mode: string, server: typeof right, root = server) =>
      outcomeOf(url(server, `sslmode=${mode}&sslrootcert=${encodeURIComponent(root.certificate)}`))
    expect(await outcomeOf(url(right, 'sslmode=require'))).toBe('connected')
    expect(await outcomeOf(url(other, 'sslmode=require'))).toBe('connected')
    expect(await withRoot('verify-full', right)).toBe('connected')
    expect(await withRoot('verify-full', other)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(await withRoot('verify-ca', other)).toBe('connected')
    expect(await withRoot('verify-ca', right, other)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await outcomeOf(url(right, 'sslmode=verify-full'))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  test('sends the password of the URL, decoded, and only once the connection is encrypted', async () => {
    const { port } = await startServer('login', 'IP:127.0.0.1')
    passwords.length = 0
    const url = `postgres://bank:p%40ss%2Fw%C3%B6rd@127.0.0.1:${port}/bank?sslmode=require`
    expect(await outcomeOf(url)).toBe('connected')
    expect(passwords).toEqual(['p@ss/wörd'])
  })

  test('is required where sslmode says so', async () => {
    const plain = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write('N')))
    servers.push(plain.listen(0, '127.0.0.1'))
    await once(plain, 'listening')
    const { port } = plain.address() as AddressInfo
    expect(await outcomeOf(`postgres://bank@127.0.0.1:${port}/bank?sslmode=require`)).toBe('CONNECTION_REFUSED')
  })
})
