import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from './bank.ts'
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

/** Reads that leave an entry in the audit log. Documents do too, but none is read here. */
const AUDITED = ['/admin/transactions/export']

test('GET requests change no balance, person, session or transaction', async () => {
  const admin = await bank.person({ role: 'Admin' })
  const before = await databaseFingerprint(bank)
  const reads = bank.routes.filter(({ endpoint }) => endpoint.method === 'GET' && !AUDITED.includes(endpoint.path))
  for (const { endpoint } of reads)
    if (endpoint.success.body !== 'events') await admin.call('GET', endpoint.path.replace(':id', admin.id))
  const after = await databaseFingerprint(bank)
  for (const table of ['people', 'accounts', 'transactions', 'postings', 'sessions', 'settings', 'audit', 'uploads'])
    expect([table, after[table]]).toEqual([table, before[table]])
})

test('answers 405 to TRACE and other unused methods', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK', 'SEARCH'])
    expect((await ada.call(method, '/users')).statusCode, method).toBe(405)
})

test('every response with a body has a content type and a charset', async () => {
  const lasting = (path: string) => ['/events', '/auths/logout'].includes(path)
  for (const { endpoint } of bank.routes.filter(({ endpoint }) => !lasting(endpoint.path))) {
    const response = await ada.call(endpoint.method, endpoint.path.replace(':id', ada.id))
    if (response.body === '') continue
    const isFile = response.statusCode < 300 && /^application\/(pdf|zip)$/.test(`${response.headers['content-type']}`)
    if (isFile && response.headers['content-disposition']?.startsWith('attachment')) continue
    expect(response.headers['content-type'], endpoint.path).toMatch(/^(application\/json|text\/plain); .*charset=utf-8/)
  }
})

test('only the embedded database starts a program, and no code evaluates text', async () => {
  const read = async (folder: string) => {
    const entries = await readdir(new URL(folder, ROOT), { recursive: true, withFileTypes: true })
    const files = entries.filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name))
    return Promise.all(
      files.map(async ({ parentPath, name }) => ({
        path: `${parentPath}/${name}`.replaceAll('\\', '/'),
        text: await readFile(`${parentPath}/${name}`, 'utf8'),
      })),
    )
  }
  const sources = (await Promise.all(['server/src/', 'contract/src/', 'web/app/'].map(read))).flat()
  expect(sources.length).toBeGreaterThan(300)
  const starting = sources.filter(({ text }) => /child_process|worker_threads|node:vm/.test(text))
  expect(starting.map(({ path }) => path).filter((path) => !path.includes('/db/embedded/'))).toEqual([])
  const evaluating = /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b|document\.write/
  expect(sources.filter(({ text }) => evaluating.test(text)).map(({ path }) => path)).toEqual([])
})
