/// <reference lib="dom" />
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../admin-test.ts'

const ASSETS = fileURLToPath(new URL('../../build/web/client/assets/', import.meta.url))
const PAGES = ['user', 'all-transactions', 'admin-settings', 'audit', 'support']
/** Paths that only administrators call: a chunk that contains one contains back office code. */
const MARKS = [
  '/admin/',
  '/transactions/admin',
  '/users/all',
  '/deposit/approve',
  '/settings/test-mail',
  '/suport/conversation',
]

type Manifest = { routes: Record<string, Record<string, unknown>> }

function readManifest(): Manifest {
  const name = readdirSync(ASSETS).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('The build has no manifest')
  const text = readFileSync(ASSETS + name, 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

const fileOf = (address: string) => address.replace(/^.*\/assets\//, '')

/** All chunks that a browser loads with a route: its modules and their static imports. */
function reachableFrom(route: Record<string, unknown>): Set<string> {
  const modules = Object.entries(route)
    .filter(([name]) => name === 'module' || name.endsWith('Module'))
    .map(([, address]) => address)
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(ASSETS + file, 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) visit(imported)
  }
  for (const address of [...modules, ...((route.imports as string[]) ?? [])])
    if (typeof address === 'string') visit(fileOf(address))
  return found
}

const hasMark = (file: string) => MARKS.some((mark) => readFileSync(ASSETS + file, 'utf8').includes(`${mark}`))

test('pages outside the back office load none of its code', () => {
  const { routes } = readManifest()
  // The index page of all users goes through the admin home's route.
  const ADMIN_HOME = 'office/admin-home/admin-home-route'
  expect(routes[ADMIN_HOME]).toBeDefined()
  const outside = Object.entries(routes).filter(([id]) => !id.startsWith('office/') || id === ADMIN_HOME)
  expect(outside.length).toBeGreaterThan(10)
  const wrong = outside.flatMap(([id, route]) =>
    [...reachableFrom(route)].filter(hasMark).map((file) => `${id}: ${file}`),
  )
  expect(wrong).toEqual([])
})

test('admin routes load the code of their pages dynamically', () => {
  const { routes } = readManifest()
  const adminRoutes = Object.entries(routes).filter(([id]) => id.startsWith('office/'))
  expect(adminRoutes.length).toBeGreaterThanOrEqual(5)
  const pages = readdirSync(ASSETS).filter((file) =>
    /^(users|transactions|settings|audit|support)-page-.*\.js$/.test(file),
  )
  const withMarks = pages.filter(hasMark)
  expect(withMarks.length).toBeGreaterThanOrEqual(3)
  for (const [id, route] of adminRoutes)
    for (const page of withMarks) expect(reachableFrom(route), id).not.toContain(page)
})

test('redirects a customer without sending back office code or data', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Curious' })
  const page = await openAs(await ada.token(), '/dashboard')
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  for (const path of PAGES) {
    await page.goto(`/dashboard/${path}`)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Curious' })).toBeVisible()
  }
  expect(requestedPaths.filter((requested) => MARKS.some((mark) => requested.includes(mark)))).toEqual([])
  const scripts = requestedPaths.filter((requested) => requested.endsWith('.js')).map(fileOf)
  expect(scripts.length).toBeGreaterThan(5)
  expect(
    scripts.filter((file) => /^(users|transactions|settings|audit|support)-page-/.test(file) && hasMark(file)),
  ).toEqual([])
  expect(scripts.filter((file) => /^(office-layout|admin-home)-(?!route)/.test(file))).toEqual([])
  await page.context().close()
})

test('redirects an administrator who is not Active', async ({ admin, openAs }) => {
  const grace = await admin.createAccount({ fullName: 'Grace Paused', role: 'Admin' })
  await admin.call('PATCH', '/admin/user', { userId: grace.id, updates: { status: 'Pending' } })
  const page = await openAs(await grace.token(), '/dashboard/user')
  await expect(page).toHaveURL('/dashboard')
  await page.context().close()
})

test('requests code and data before the profile has loaded for a known administrator', async ({
  openAsAdmin,
  page,
}) => {
  await openAsAdmin('/dashboard/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  // Without an early request for the list, this one is never answered.
  await page.route('**/api/users', async (route) => {
    await list
    await route.continue()
  })
  const list = page.waitForRequest('**/api/users/all**')
  await page.reload()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})
