import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { hashToken } from '../../access/session.ts'
import { openPool, type Sql } from '../../platform/db/connection.ts'

const PROGRAM = fileURLToPath(new URL('../../main.ts', import.meta.url))
const APP_SECRET = 'canary-secret-canary-secret-canary-secret'
const PASSWORD = 'secret-of-the-log-7391'
const PIN = '8264'
const TRANSFER = { accountName: 'X', accountNumber: '1', bankName: 'Y', amount: 1 }

let database: TestDatabase
let output = ''
let address: string
let stop: () => Promise<void>

/** The whole program at log level trace: its output is everything that its logs can contain. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      DATABASE_URL: `postgres://${user}:canary-database@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      APP_SECRET,
      PORT: '0',
      LOG_LEVEL: 'trace',
      REGISTRATION_STATUS: 'Active',
    },
  })
  const exit = once(child, 'close')
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes
        address = /is open: (http:\S+)/.exec(output)?.[1] ?? ''
        if (address) resolve()
      })
    void exit.then(() => reject(new Error(output)))
  })
  stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  await started
})
afterAll(() => database.drop())

async function call(
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, id: response.headers.get('x-request-id') ?? '', text, json: () => JSON.parse(text) }
}

/** Sends a transfer, which waits for a lock on the account, and disconnects meanwhile. */
async function hangUp(owner: Sql, { id, token }: { id: string; token: string }) {
  const { hostname, port } = new URL(address)
  const client = connect(Number(port), hostname)
  const body = JSON.stringify({ ...TRANSFER, pin: PIN })
  const head = `POST /api/transfer HTTP/1.1\r\nhost: bank\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  await once(client, 'connect')
  await owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${id} for update`
    client.write(head + body)
    await waitUntilBlocked(owner)
    client.destroy()
    await expect.poll(() => output).toContain('client left before its response')
  })
}

test('logs who did what with which outcome, and no secret', async () => {
  const person = { fullName: 'Ada Example', email: 'ada@people.example', password: PASSWORD }
  const registered = await call('POST', '/auths/register', { body: person })
  expect(registered.status).toBe(201)
  const { email, password } = person
  const { token } = (await call('POST', '/auths/login', { body: { email, password } })).json()
  await call('POST', '/auths/login', { body: { email, password: `${PASSWORD}-wrong` } })
  await call('POST', '/users/create-transaction-code', { token, body: { pin: PIN } })
  const transfer = { ...TRANSFER, pin: PIN }
  const refused = await call('POST', '/transfer', {
    token,
    body: transfer,
    headers: { 'idempotency-key': 'canary-key' },
  })
  expect(refused.json().code).toBe('insufficient_balance')
  await call('POST', '/transfer', { token, body: { ...transfer, pin: `${PIN}x` } })
  await call('POST', '/transfer', { token, body: `{"pin":"${PIN}",` })
  await call('GET', `/users?token=${token}`, { headers: { cookie: `authToken=${token}` } })
  await call('GET', `/nowhere?token=${token}`)

  // A bug in a request with secrets: PostgreSQL rejects the row, and its error detail contains the row.
  const owner = openPool(database.connection, { max: 2 })
  await owner`alter table people add constraint no_canary check (full_name <> 'Ada Bug')`
  const broken = await call('POST', '/auths/register', {
    body: { ...person, fullName: 'Ada Bug', email: 'bug@x.example' },
  })
  expect(broken.status).toBe(500)
  expect(JSON.parse(broken.text)).toEqual({
    message: 'Something went wrong on our side. Nothing was changed.',
    code: 'internal',
    requestId: broken.id,
  })
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const traced = await call('GET', '/nowhere', {
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-request-id': 'chosen-by-a-client' },
  })
  expect(traced.id).not.toBe('chosen-by-a-client')
  await call('GET', '/readyz')
  await hangUp(owner, { id: registered.json()._id, token })
  await owner.end()
  await stop()

  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const { _id } = registered.json()
  expect(lines).toContainEqual(
    expect.objectContaining({ reqId: refused.id, method: 'POST', path: '/api/transfer', status: 409, person: _id }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ reqId: refused.id, refusal: 'insufficient_balance' }))
  expect(lines).toContainEqual(expect.objectContaining({ person: _id, msg: 'signed in' }))
  expect(lines).toContainEqual(
    expect.objectContaining({ refusal: 'wrong_credentials', login: 'password', person: _id, address: '127.0.0.1' }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ reqId: traced.id, trace, msg: 'request' }))
  expect(lines).toContainEqual(expect.objectContaining({ status: 499, msg: 'client left before its response' }))
  expect(lines.filter(({ path }) => path === '/api/readyz')).toEqual([])
  expect(lines).toContainEqual(expect.objectContaining({ reqId: broken.id, level: 50, msg: 'bug' }))

  const hash = hashToken(token)
  const secrets = {
    PASSWORD,
    PIN: `"${PIN}`,
    token,
    hash: hash.toString('hex'),
    APP_SECRET,
    database: 'canary-database',
    argon: '$argon2',
    key: 'canary-key',
    mail: email,
  }
  for (const [name, secret] of Object.entries(secrets)) expect([name, output.includes(secret)]).toEqual([name, false])
})
