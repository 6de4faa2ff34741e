import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SoftwareAuthenticator } from '../test/authenticator.ts'
import { addressOf, makeDataDir, spawnBank, urlOf } from '../test/bank-process.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { waitUntilBlocked } from '../test/waits.ts'
import { DEMO_PEOPLE } from './demo/demo-people.ts'
import { openPool } from './platform/db/connection.ts'
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'

type Offer = { challenge: string; options: Parameters<SoftwareAuthenticator['register']>[0] }
type Server = { process: ChildProcess; address: string; output: () => string; exit: Promise<unknown[]> }

const APP_SECRET = 'a secret for tests that is long enough'
const servers: Server[] = []
let dataDir: string
/** The database of tests in which PostgreSQL need not start and stop with the server. */
let database: TestDatabase

beforeAll(async () => {
  dataDir = await makeDataDir('tests')
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if (server.process.exitCode === null && server.process.kill('SIGTERM')) await server.exit
  }
})
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await database.drop()
})

/** The program as an operator starts it. */
function launch(env: Record<string, string>): Server {
  const child = spawnBank({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      output += bytes
    })
  const exit = once(child, 'close')
  const server = { process: child, address: '', output: () => output, exit }
  servers.push(server)
  return server
}

/** Resolves when the server has printed an address, or has ended. */
async function start(env: Record<string, string> = {}): Promise<Server> {
  const server = launch(env)
  server.address = await addressOf(server.process).catch(() => '')
  return server
}

/** Starts a server on the database of the test run. */
const startOnDatabase = () => start({ DATABASE_URL: urlOf(database.connection), APP_SECRET })

const isRefused = ({ address }: Server) =>
  fetch(`${address}/api/healthz`)
    .then(() => false)
    .catch(() => true)

test('reports a bad value in one line with its variable and exits with code 1', async () => {
  const server = await start({ PORT: 'abc' })
  expect(await server.exit).toEqual([1, null])
  expect(server.output()).toBe('PORT must be a whole number between 0 and 65535, got "abc".\n')
})

test('starts, logs its address and accounts, and serves requests', async () => {
  const server = await start()
  expect(server.output()).toContain('customer@fable.example')
  expect((await fetch(`${server.address}/api/readyz`)).status).toBe(200)
  expect(await connectionsOf(server)).toBe(23)
  // Passkeys work at the printed address, whose port the operating system chose, and nowhere else.
  expect(server.address).toMatch(/^http:\/\/localhost:\d+$/)
  expect(await registerPasskey(server, 'http://localhost:3000')).toBe(401)
  expect(await registerPasskey(server, server.address)).toBe(201)
})

/** The connections of a server, as docs/operations.md counts them: those of all pools, and that of the monitor. */
async function connectionsOf({ address }: Server): Promise<number> {
  const text = await (await fetch(`${address}/api/metrics`)).text()
  const pools = [...text.matchAll(/^openteller_database_connections\{.*state="max"\} (\d+)$/gm)]
  return pools.reduce((sum, [, max]) => sum + Number(max), 1)
}

test('a later start with another currency ends with one line', async () => {
  const server = await start({ BANK_CURRENCY: 'EUR' })
  expect(await server.exit).toEqual([1, null])
  expect(server.output().trimEnd().split('\n').at(-1)).toBe(
    `BANK_CURRENCY must stay USD, the currency of this bank's accounts, got "EUR".`,
  )
})

async function registerPasskey({ address }: Server, origin: string): Promise<number> {
  const post = (path: string, body: object | null, token = '') =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    })
  const [, customer] = DEMO_PEOPLE
  const { email, password } = customer
  const { token } = (await (await post('/auths/login', { email, password })).json()) as { token: string }
  const { challenge, options } = (await (await post('/users/factors/passkeys/options', null, token)).json()) as Offer
  const response = new SoftwareAuthenticator(origin).register(options)
  return (await post('/users/factors/passkeys', { challenge, name: 'Phone', response }, token)).status
}

test('reports a port in use in one line and stops PostgreSQL', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = await start({ PORT: String(port) })
  expect(await server.exit).toEqual([1, null])
  expect(server.output()).toMatch(new RegExp(`^PORT ${port} is in use by another program on 127.0.0.1: .*\n$`, 'm'))
  other.close()
  // The data folder is no longer locked.
  await (await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } })).stop()
})

test('rejects a demo database in production', async () => {
  const server = await start({ NODE_ENV: 'production' })
  expect(await server.exit).toEqual([1, null])
  expect(JSON.parse(server.output())).toMatchObject({
    level: 60,
    msg: expect.stringMatching(/^The database holds demonstration people .*customer@fable\.example/i),
  })
})

test('a wrong variable is one line of JSON in production', async () => {
  const server = await start({ NODE_ENV: 'production', PORT: 'abc' })
  expect(await server.exit).toEqual([1, null])
  expect(JSON.parse(server.output())).toMatchObject({ level: 60, msg: expect.stringMatching(/^PORT must be/) })
})

test('open metrics in production are warned about, closed ones are not', async () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: urlOf(database.connection), APP_SECRET }
  for (const [settings, warnings] of [
    [{}, [{ level: 40 }]],
    [{ METRICS_TOKEN: 'a token for the monitoring' }, []],
  ] as const) {
    const server = launch({ ...production, ...settings })
    await expect.poll(server.output).toContain(' is open: http')
    const lines = server.output().trimEnd().split('\n')
    const about = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('/api/metrics is open to'))
    expect(about).toMatchObject(warnings)
  }
})

test('a restored folder without its secret gets no new one', async () => {
  const secret = join(dataDir, 'app-secret')
  const bytes = await readFile(secret)
  await rm(secret)
  const server = await start()
  expect(await server.exit).toEqual([1, null])
  expect(server.output()).toMatch(/^The secret of this bank is missing: put the file app-secret .*\n$/)
  expect(existsSync(secret)).toBe(false)
  await writeFile(secret, bytes, { mode: 0o600 })
})

test('SIGTERM finishes open requests, then exits with code 0', async () => {
  const server = await startOnDatabase()
  const body = JSON.stringify({ fullName: 'Ada Example', email: 'under-way@people.example', password: 'a password' })
  const request = httpRequest(`${server.address}/api/auths/register`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  // The server says so when it has the request and waits for the rest.
  await once(
    request.on('error', () => {}),
    'continue',
  )
  server.process.kill('SIGTERM')
  await expect.poll(() => isRefused(server)).toBe(true)
  request.end(body)
  const [response] = await once(request, 'response')
  // The client wants to keep the connection, which would delay the stop.
  expect([response.resume().statusCode, response.headers.connection]).toEqual([201, 'close'])
  expect(await server.exit).toEqual([0, null])
  expect(server.output()).toContain('SIGTERM received, finishing running requests')
})

/** Has sent half a request and goes silent. */
async function stallOn(server: Server) {
  const { hostname, port } = new URL(server.address)
  const client = connect(Number(port), hostname).on('error', () => {})
  await once(client, 'connect')
  client.write('POST /api/auths/login HTTP/1.1\r\nhost: bank\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n')
  await once(client, 'data')
}

test('two simultaneous signals count as one, and a stalled client can’t delay the stop', async () => {
  const server = await startOnDatabase()
  await stallOn(server)
  // Two different ones: of two equal ones that wait, the kernel keeps one.
  server.process.kill('SIGINT')
  server.process.kill('SIGTERM')
  // A stop that takes ten seconds ends with code 1.
  expect(await server.exit).toEqual([0, null])
})

test('a second signal stops immediately', async () => {
  const server = await startOnDatabase()
  await stallOn(server)
  server.process.kill('SIGINT')
  await expect.poll(() => server.output()).toContain('finishing')
  // One that follows within half a second counts as the same.
  const interrupt = () => {
    server.process.kill('SIGINT')
    return server.process.exitCode
  }
  await expect.poll(interrupt, { interval: 50 }).toBe(1)
})

test('a job that waits for the database does not delay the stop, and new connections are refused', async () => {
  const server = await startOnDatabase()
  const owner = openPool(database.connection, { max: 2 })
  const held = owner.begin((tx) => tx.unsafe('set local statement_timeout = 0; lock table outbox; select pg_sleep(60)'))
  held.catch(() => {})
  // Mail is looked for every second. It stands for all jobs, such as the check of the books: run-jobs.test.ts shows that a
  // stop does not wait for one that ignores it, and this test that its statement is cut off.
  await waitUntilBlocked(owner)
  server.process.kill('SIGTERM')
  await expect.poll(() => isRefused(server)).toBe(true)
  expect(await server.exit).toEqual([0, null])
  expect(server.output()).not.toContain('job failed')
  await owner.end({ timeoutMs: 0 })
})

test('reports an unreachable database in one line without its password', async () => {
  const DATABASE_URL = 'postgres://bank:hunter2@127.0.0.1:9/bank'
  const server = await start({ DATABASE_URL, DEMO: 'on' })
  expect(await server.exit).toEqual([1, null])
  expect(server.output()).toMatch(/^The database of DATABASE_URL can't be used: .*\n$/)
  expect(server.output()).not.toContain('hunter2')
})

test('reports a certificate that can’t be read in one line', async () => {
  for (const [file, reason] of [
    ['/nowhere/ca.pem', 'ENOENT'],
    [dataDir, 'EISDIR'],
    [fileURLToPath(import.meta.url), 'error:.*PEM'],
  ]) {
    const DATABASE_URL = `postgres://bank:hunter2@127.0.0.1:9/bank?sslmode=verify-full&sslrootcert=${file}`
    const server = await start({ DATABASE_URL, DEMO: 'on' })
    expect(await server.exit).toEqual([1, null])
    expect(server.output()).toMatch(new RegExp(`^The database of DATABASE_URL can't be used: ${reason}.*\n$`))
    expect(server.output()).not.toContain('hunter2')
  }
})
