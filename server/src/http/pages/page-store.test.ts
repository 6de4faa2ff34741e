import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PRERENDERED_PATHS, pagePlaceholders } from '#contract/settings/pages.ts'
import { readConfig } from '../../platform/config/config.ts'
import { PageStore, PLACEHOLDER_FILE_NAMES } from './page-store.ts'

/** A build with minimal files. */
async function loadStore(env: Record<string, string> = {}): Promise<PageStore> {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pages = PRERENDERED_PATHS.map((path) => join(path.slice(1), 'index.html'))
  for (const file of [...pages, '__spa-fallback.html', ...PLACEHOLDER_FILE_NAMES, 'assets/service-worker-1a2b.js']) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `<html data-demo="${pagePlaceholders.demo}">${pagePlaceholders.details}</html>`)
  }
  const { institution, locales, demo } = readConfig(env)
  const store = await PageStore.load(folder, { institution, locales, ...(demo ? { demo } : {}) })
  if (!store) throw new Error('The build was not found')
  return store
}

test('caches pages per origin, and does not compress for origins beyond the limit', async () => {
  const store = await loadStore()
  const own = store.get('/', 'https://bank.example')
  expect(Object.keys(own.bodies)).toEqual(['identity', 'gzip', 'br'])
  const forged = Array.from({ length: 20 }, (_, i) => store.get('/', `https://${i}.forged.example`))
  expect(Object.keys(forged.at(-1)?.bodies ?? {})).toEqual(['identity'])
  expect(forged.filter(({ bodies }) => bodies.br)).toHaveLength(7)
  expect(store.get('/', 'https://bank.example')).toBe(own)
})

test('has the demo’s pages and says that it is one only with DEMO on', async () => {
  const [on, off] = [await loadStore(), await loadStore({ DEMO: 'off' })]
  expect([on.addresses.includes('/demo/mail'), off.addresses.includes('/demo/mail')]).toEqual([true, false])
  const loginPage = (store: PageStore) => store.get('/login', 'https://bank.example').bodies.identity.toString()
  expect(loginPage(on)).toMatch(/data-demo="true".*"demo":true/)
  expect(loginPage(off)).toMatch(/data-demo="false"/)
  expect(loginPage(off)).not.toContain('"demo"')
})

test('pages of languages that are not offered do not exist', async () => {
  const store = await loadStore({ LOCALES: 'de,en' })
  expect(store.addresses).toEqual(expect.arrayContaining(['/', '/about', '/de', '/de/about']))
  expect(store.addresses.filter((address) => /^\/(?:fr|ar|es|pt-BR)\b|404/.test(address))).toEqual([])
  expect((await loadStore({ LOCALES: 'fr' })).addresses).toEqual(expect.arrayContaining(['/about', '/fr/about']))
})

test('the script that loads the service worker changes with the details of the institution', async () => {
  const loader = async (env: Record<string, string>) =>
    (await loadStore(env)).get('/service-worker.js', 'https://bank.example')
  const [first, same, renamed] = [await loader({}), await loader({}), await loader({ INSTITUTION_NAME: 'Other Bank' })]
  expect(first.type).toBe('text/javascript; charset=utf-8')
  expect(first.bodies.identity.toString()).toMatch(
    /^self\.SHELL_REVISION = "[\w-]{22}"\nimportScripts\("\/assets\/service-worker-1a2b\.js"\)\n$/,
  )
  expect([same.etag === first.etag, renamed.etag === first.etag]).toEqual([true, false])
})
