import { createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { erasedIdentityPurpose } from '../src/customers/erase-person.ts'
import { readIdempotencyKey } from '../src/http/requests/idempotency.ts'
import { totpPurpose } from '../src/identity/factors.ts'
import { signResetToken } from '../src/identity/password/reset-links.ts'
import { invariants } from '../src/ledger/books/invariants.ts'
import { webhookPurpose } from '../src/notifications/webhooks/signature.ts'
import { deriveKeys } from '../src/platform/crypto/keys.ts'
import { decryptSecret, encryptSecret } from '../src/platform/crypto/stored-secret.ts'
import { storeKey } from './api-keys.ts'
import { openBank, type Person, useBank } from './bank.ts'
import { enrolTotp } from './factors.ts'
import { databaseFingerprint, transferForm } from './money.ts'

/* The claims of docs/security.md about the whole bank that belong to no single feature. */

const ROOT = new URL('../../', import.meta.url)

const bank = useBank()
let ada: Person
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 100_00n })
})

test('accepts a long password with blanks in any script, and only exactly as typed', async () => {
  const password = `  ${'a sentence of Ünïcødé 漢字 🙂 '.repeat(8)} `
  expect(password.length).toBeGreaterThan(128)
  const email = 'exact@promises.example'
  const made = await bank.call('POST', '/auths/register', { body: { fullName: 'Exact', email, password } })
  expect(made.statusCode).toBe(201)
  const login = async (tried: string) =>
    (await bank.call('POST', '/auths/login', { body: { email, password: tried } })).statusCode
  expect(await login(password)).toBe(200)
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72), password.normalize('NFD')])
    expect(await login(other)).toBe(401)
})

test('sets no cookie but the one of a known device, which opens nothing', async () => {
  const body = { fullName: 'Cookie', email: 'cookie@promises.example', password: 'x' }
  const responses = [
    await bank.call('POST', '/auths/register', { body }),
    await bank.call('POST', '/auths/login', { body: { email: body.email, password: body.password } }),
    await ada.call('GET', '/users'),
  ]
  const cookies = responses.flatMap((response) => response.cookies.map(({ name, value }) => ({ name, value })))
  expect(cookies.map(({ name }) => name)).toEqual(['openteller_device', 'openteller_device'])
  for (const { name, value } of cookies) {
    const headers = { cookie: `${name}=${value}` }
    expect((await bank.call('GET', '/users', { headers })).statusCode).toBe(401)
    expect((await bank.call('GET', '/users', { token: value })).statusCode).toBe(401)
  }
})

test('a page of another origin can’t call the API, with or without a preflight', async () => {
  const before = await databaseFingerprint(bank)
  const origin = 'https://evil.example'
  const preflight = await bank.call('OPTIONS', '/transfer', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined])
  // Content types that a cross-origin page may send without a preflight.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { origin, 'content-type': type, 'sec-fetch-site': 'cross-site' }
    const response = await ada.call('POST', '/transfer', { body: JSON.stringify(transferForm()), headers })
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([415, undefined])
  }
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('what can’t be audited is not done', async () => {
  const admin = await bank.person({ role: 'Admin' })
  await bank.owner`revoke insert on audit from openteller_app`
  const before = await databaseFingerprint(bank)
  const acts: [string, string, object][] = [
    ['POST', '/admin/fund', { userId: ada.id, amount: 5 }],
    ['PATCH', '/admin/user', { userId: ada.id, updates: { mobile: '+1 555 010 0100' } }],
    ['PATCH', '/admin/user', { userId: ada.id, updates: { status: 'Frozen' }, reason: 'Suspicious' }],
    ['POST', '/admin/reset-pin', { userId: ada.id }],
  ]
  for (const [method, path, body] of acts) expect((await admin.call(method, path, { body })).statusCode, path).toBe(500)
  expect(await databaseFingerprint(bank)).toEqual(before)
  await bank.owner`grant insert on audit to openteller_app`
  for (const [method, path, body] of acts.slice(0, 2))
    expect((await admin.call(method, path, { body })).statusCode, path).toBeLessThan(300)
})

test('what is encrypted is opened with its key, for its purpose and person, and as it was stored', () => {
  const key = randomBytes(32)
  const [ofAda, ofBen] = [randomUUID(), randomUUID()]
  for (const purposeOf of [totpPurpose, erasedIdentityPurpose, webhookPurpose]) {
    const stored = encryptSecret(key, purposeOf(ofAda), 'a secret')
    expect(decryptSecret(key, purposeOf(ofAda), stored)).toBe('a secret')
    expect(decryptSecret(key, purposeOf(ofBen), stored)).toBeNull()
    expect(decryptSecret(randomBytes(32), purposeOf(ofAda), stored)).toBeNull()
    for (const place of stored.keys()) {
      const altered = Buffer.from(stored)
      altered[place] = (altered[place] ?? 0) ^ 1
      expect(decryptSecret(key, purposeOf(ofAda), altered)).toBeNull()
    }
  }
  expect(new Set([totpPurpose, erasedIdentityPurpose, webhookPurpose].map((purposeOf) => purposeOf(ofAda))).size).toBe(
    3,
  )
  // It is AES-256-GCM: a version, a nonce of its own, the tag and the text.
  const [first, second] = [encryptSecret(key, 'x', 'a secret'), encryptSecret(key, 'x', 'a secret')]
  expect(first.subarray(1, 13)).not.toEqual(second.subarray(1, 13))
  const decipher = createDecipheriv('aes-256-gcm', key, first.subarray(1, 13)).setAAD(Buffer.from('1 x'))
  decipher.setAuthTag(first.subarray(13, 29))
  expect(`${decipher.update(first.subarray(29))}${decipher.final()}`).toBe('a secret')
})

test('the hash of a request is keyed, and has nothing of its credentials', () => {
  const body = { amount: 5, payee: 'Grace', pin: '1234' }
  const hashOf = (secret: string, sent: object) =>
    readIdempotencyKey(
      'k',
      { route: '/transfer', body: sent, credentials: ['pin'] },
      deriveKeys(secret).request,
    )?.requestHash.toString('hex')
  const [one, other] = ['a secret of 32 characters or more', 'another secret of 32 characters!']
  expect(hashOf(one, body)).toBe(hashOf(one, { pin: '9999', payee: 'Grace', amount: 5 }))
  expect(hashOf(one, body)).not.toBe(hashOf(one, { ...body, amount: 6 }))
  expect(hashOf(one, body)).not.toBe(hashOf(other, body))
})

test('answers 405 to TRACE and other unused methods', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'SEARCH'])
    expect((await ada.call(method, '/users')).statusCode, method).toBe(405)
})

test('every response forbids caching, framing and sniffing, and one with a body has a content type and a charset', async () => {
  const lasting = (path: string) => ['/events', '/auths/logout'].includes(path)
  for (const { endpoint } of bank.routes.filter(({ endpoint }) => !lasting(endpoint.path))) {
    const response = await ada.call(endpoint.method, endpoint.path.replace(':id', ada.id))
    expect(response.headers, endpoint.path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    if (endpoint.policy !== 'public') expect(response.headers['cache-control'], endpoint.path).toContain('no-store')
    if (response.body === '') continue
    const isFile = response.statusCode < 300 && /^application\/(pdf|zip)$/.test(`${response.headers['content-type']}`)
    if (isFile && response.headers['content-disposition']?.startsWith('attachment')) continue
    expect(response.headers['content-type'], endpoint.path).toMatch(/^(application\/json|text\/plain); .*charset=utf-8/)
  }
})

test('reads 128 KB of JSON, and not a byte more', async () => {
  const send = (bytes: number) => {
    const body = JSON.stringify(transferForm({ amount: 1 })).padEnd(bytes, ' ')
    return ada.call('POST', '/transfer', { body, headers: { 'content-type': 'application/json' } })
  }
  expect((await send(128 * 1024)).statusCode).toBe(201)
  expect((await send(128 * 1024 + 1)).statusCode).toBe(413)
})

test('counts registrations, uploads and calls by key, whatever they ask for', async () => {
  const limited = await openBank({ config: { rateLimit: true } })
  const one = await limited.person()
  const key = await storeKey(limited, one, ['read'])
  const cases = [
    { max: 100, send: () => limited.call('POST', '/auths/register', { body: {} }) },
    { max: 200, send: () => limited.call('POST', '/images') },
    { max: 600, send: () => limited.call('GET', '/transactions', { token: key, query: { limit: '0' } }) },
  ]
  for (const { max, send } of cases) {
    const answers = await Promise.all(Array.from({ length: max }, send))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([])
    expect((await send()).json().code).toBe('too_many')
  }
  expect((await one.call('GET', '/users')).statusCode).toBe(200)
  await limited.close()
})

test('a reset link does not replace the second factor', async () => {
  const person = await bank.person({ email: 'factor@promises.example' })
  await enrolTotp(person, bank.now)
  await bank.call('POST', '/auths/forgot', { body: { email: 'factor@promises.example' } })
  const [link] = await bank.sql<{ id: string; expiresAt: Date }[]>`
    select id, expires_at as "expiresAt" from password_resets where person_id = ${person.id}`
  if (!link) throw new Error('No link was made')
  const [token, password] = [signResetToken(bank.keys.link, link), 'another long sentence']
  expect((await bank.call('POST', '/auths/reset', { body: { token, password } })).statusCode).toBe(204)
  const login = await bank.call('POST', '/auths/login', { body: { email: 'factor@promises.example', password } })
  expect(login.json()).toMatchObject({ challenge: expect.any(String) })
  expect(login.json()).not.toHaveProperty('token')
})

test('the address of a client is the proxy’s word only where the proxy is trusted', async () => {
  const proxied = await openBank({ config: { trustProxy: ['127.0.0.1'] } })
  const body = { fullName: 'Addressed', email: 'addressed@promises.example', password: 'x' }
  const addresses = []
  for (const one of [bank, proxied]) {
    await one.call('POST', '/auths/register', { body })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const { email, password } = body
    const { token } = (await one.call('POST', '/auths/login', { body: { email, password }, headers })).json()
    const [device] = (await one.call('GET', '/users/devices', { token })).json()
    addresses.push(device.address)
  }
  expect(addresses).toEqual(['127.0.0.1', '203.0.113.9'])
  await proxied.close()
})

/** The program's own sources, without tests. */
async function readSources(...folders: string[]) {
  const read = async (folder: string) => {
    const entries = await readdir(new URL(folder, ROOT), { recursive: true, withFileTypes: true })
    const files = entries.filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name))
    return Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = `${parentPath}/${name}`.replaceAll('\\', '/')
        return { path: path.slice(path.lastIndexOf(`/${folder}`) + 1), text: await readFile(path, 'utf8') }
      }),
    )
  }
  return (await Promise.all(folders.map(read))).flat()
}

test('only the embedded database starts a program, and no code evaluates text', async () => {
  const sources = await readSources('server/src/', 'contract/src/', 'web/app/')
  expect(sources.length).toBeGreaterThan(300)
  const starting = sources.filter(({ text }) => /child_process|worker_threads|node:vm/.test(text))
  expect(starting.map(({ path }) => path).filter((path) => !path.includes('/db/embedded/'))).toEqual([])
  const evaluating = /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b|document\.write/
  expect(sources.filter(({ text }) => evaluating.test(text)).map(({ path }) => path)).toEqual([])
})

test('only the database, mail, webhooks, push and traces connect to anything', async () => {
  const connecting =
    /import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|http2|net|tls|dgram)'|(?<![.\w])fetch\(|(?:from |import\()'(?:pg|nodemailer|@opentelemetry\/exporter[\w-]+)'/
  const sources = await readSources('server/src/')
  const found = sources.filter(({ text }) => connecting.test(text)).map(({ path }) => path)
  expect(found.filter((path) => !path.startsWith('server/src/platform/db/')).sort()).toEqual([
    // `npm run doctor` looks at certificates, and no server imports it.
    'server/src/bootstrap/doctor/check-certificates.ts',
    'server/src/http/observation/tracing.ts',
    'server/src/notifications/mail/mail-server.ts',
    'server/src/notifications/webhooks/send-request.ts',
  ])
})

test('no code uses MD5, SHA-1 only for authenticator apps, and predictable randomness only for pauses', async () => {
  const sources = await readSources('server/src/', 'contract/src/', 'web/app/')
  const using = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(using(/['"]md5['"]/i)).toEqual([])
  expect(using(/['"]sha-?1['"]/i)).toEqual(['server/src/identity/factors/totp.ts'])
  expect(using(/Math\.random\(/).filter((path) => path.startsWith('server/src/'))).toEqual([
    'server/src/platform/db/transaction.ts',
  ])
})

test('packages have exact versions and hashes, and are installed without their scripts', async () => {
  const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(await read('package.json'))
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))).toEqual([])
  const lock = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; inBundle?: boolean }>
  }
  // What is bundled in another package is in that one's hash.
  const unhashed = Object.entries(lock.packages).filter(
    ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity,
  )
  expect(unhashed.map(([path]) => path)).toEqual([])
  for (const path of ['scripts/setup.mjs', 'scripts/runtime.mjs', 'Dockerfile'])
    for (const install of (await read(path)).match(/RUN npm ci.*|\['ci'.*/g) ?? [])
      expect(install, path).toContain('--ignore-scripts')
})

/** The number in words, as the documents write it. */
const TENS = { 2: 'twenty', 3: 'thirty', 4: 'forty', 5: 'fifty' } as Record<number, string>
const ONES = ['', '-one', '-two', '-three', '-four', '-five', '-six', '-seven', '-eight', '-nine']
const inWords = (count: number) => `${TENS[Math.floor(count / 10)]}${ONES[count % 10]}`

test('the documents give the number of invariants that are checked', async () => {
  const mentions = /(\w+-?\w*) (?:invariants of the books|invariants, one query each|of `npm run verify`)/gi
  const said = await Promise.all(
    ['README.md', 'docs/ARCHITECTURE.md', 'docs/reliability.md'].map(async (path) => {
      const text = (await readFile(new URL(path, ROOT), 'utf8')).replace(/\s+/g, ' ')
      return [...text.matchAll(mentions)].map(([, count]) => count?.toLowerCase())
    }),
  )
  expect(said).toEqual([[inWords(invariants.length)], [inWords(invariants.length)], [inWords(invariants.length)]])
})
