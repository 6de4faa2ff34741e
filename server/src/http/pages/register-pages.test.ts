import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { PRERENDERED_PATHS } from '#contract/settings/pages.ts'
import { readConfig } from '../../platform/config/config.ts'
import { registerMethodNotAllowed } from '../requests/wrong-methods.ts'
import { PLACEHOLDER_FILE_NAMES } from './page-store.ts'
import { registerPages } from './register-pages.ts'

const FILES = ['favicon.svg', 'assets/main-1a2b.js', 'assets/main-1a2b.js.br', 'assets/service-worker-1a2b.js']

/** A bank with these languages whose pages and files contain their own paths. */
async function openPages(LOCALES: string) {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-languages-'))
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  const pages = PRERENDERED_PATHS.map((path) => join(path.slice(1), 'index.html'))
  for (const file of [...pages, '__spa-fallback.html', ...PLACEHOLDER_FILE_NAMES, ...FILES]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), file)
  }
  registerMethodNotAllowed(app, [], ({ url = '' }) => url)
  await registerPages(app, readConfig({ LOCALES }), folder)
  return async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers: got, body } = await app.inject({ url, headers, method })
    const { location, vary, allow, 'cache-control': cache, 'content-length': length } = got
    return { status: statusCode, location, vary, allow, cache, length, body }
  }
}

test('an address without a prefix is in the chosen language, then the browser’s, then the default', async () => {
  const get = await openPages('en,de,ar')
  const german = { 'accept-language': 'de-CH,de;q=0.9' }
  expect(await get('/about')).toMatchObject({ status: 200, body: 'about/index.html' })
  expect(await get('/about?from=mail', german)).toMatchObject({ status: 302, location: '/de/about?from=mail' })
  expect(await get('/', german)).toMatchObject({ status: 302, location: '/de' })
  expect(await get('/about', { ...german, cookie: 'locale=en' })).toMatchObject({ status: 200 })
  expect(await get('/about', { ...german, cookie: 'locale=ar' })).toMatchObject({ location: '/ar/about' })
  // Not offered, or nothing at all.
  expect(await get('/about', { ...german, cookie: 'locale=fr' })).toMatchObject({ location: '/de/about' })
  for (const header of ['fr', '*;q=0', 'de;q=0', 'x'.repeat(10_000), ';;,,'])
    expect(await get('/about', { 'accept-language': header })).toMatchObject({ status: 200, body: 'about/index.html' })
  expect((await get('/about')).vary).toBe('accept-language, cookie, accept-encoding')
})

test('an address with a prefix decides, whatever the browser wants', async () => {
  const get = await openPages('en,de')
  const french = { 'accept-language': 'fr', cookie: 'locale=en' }
  expect(await get('/de/about', french)).toMatchObject({ status: 200, body: 'de/about/index.html' })
  expect(await get('/de', french)).toMatchObject({ status: 200, body: 'de/index.html' })
  expect(await get('/de/about/', french)).toMatchObject({ status: 308, location: '/de/about' })
  expect(await get('/de/nothing', french)).toMatchObject({ status: 404, body: 'de/404/index.html' })
  for (const path of ['/DE/about', '/de/404', '/de/dashboard', '/french', '/de-CH/about'])
    expect((await get(path)).status).toBe(404)
})

test('a language that is not offered, or a second one, leads to the page without it', async () => {
  const get = await openPages('en,de')
  for (const [path, location] of [
    ['/fr', '/'],
    ['/fr?a=b', '/?a=b'],
    ['/fr/about?a=/x', '/about?a=/x'],
    ['/fr/nothing', '/nothing'],
    ['/en/about', '/about'],
    ['/de/fr/about', '/fr/about'],
    ['/de/de', '/de'],
    ['/fr//evil.example', '/evil.example'],
    ['/fr/\\evil.example', '/evil.example'],
  ])
    expect({ path, ...(await get(path ?? '')) }).toMatchObject({ path, status: 302, location })
})

test('English is not the default, or not offered at all', async () => {
  const german = await openPages('de,en')
  expect(await german('/about')).toMatchObject({ status: 302, location: '/de/about' })
  expect(await german('/about', { 'accept-language': 'en' })).toMatchObject({ status: 200, body: 'about/index.html' })
  const only = await openPages('fr')
  expect(await only('/about', { 'accept-language': 'en' })).toMatchObject({ status: 302, location: '/fr/about' })
  expect(await only('/nothing')).toMatchObject({ status: 404, body: 'fr/404/index.html' })
})

test('in a bank with one language nothing depends on the browser', async () => {
  const get = await openPages('en')
  expect(await get('/about', { 'accept-language': 'de' })).toMatchObject({ status: 200, vary: 'accept-encoding' })
})

test('files are sent compressed, and only those with a hash in their name are kept for ever', async () => {
  const get = await openPages('en')
  const forEver = 'public, max-age=31536000, immutable'
  const script = '/assets/main-1a2b.js'
  expect(await get(script)).toMatchObject({ status: 200, cache: forEver, body: 'assets/main-1a2b.js' })
  expect(await get(script, { 'accept-encoding': 'br' })).toMatchObject({
    cache: forEver,
    body: 'assets/main-1a2b.js.br',
  })
  expect(await get('/favicon.svg')).toMatchObject({ status: 200, cache: 'public, max-age=3600' })
  for (const path of [
    '/assets/main-0000.js',
    `${script}.br`,
    '/assets/',
    '/assets/..%2ffavicon.svg',
    '/assets/a%5cb',
    '/assets//main-1a2b.js',
    '/assets/main-1a2b.js/x',
    '/assets/__proto__',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
  ])
    expect({ path, ...(await get(path)) }).toMatchObject({
      path,
      status: 404,
      cache: 'no-cache',
      body: '404/index.html',
    })
})

test('HEAD gets the headers that GET gets, and other methods are refused', async () => {
  const get = await openPages('en')
  for (const path of ['/about', '/assets/main-1a2b.js', '/favicon.svg']) {
    const { status, cache, length } = await get(path)
    expect({ path, ...(await get(path, {}, 'HEAD')) }).toMatchObject({ path, status, cache, length })
    expect({ path, ...(await get(path, {}, 'POST')) }).toMatchObject({ path, status: 405, allow: 'GET, HEAD' })
  }
  expect(await get('/about/', {}, 'HEAD')).toMatchObject({ status: 308, location: '/about' })
})
