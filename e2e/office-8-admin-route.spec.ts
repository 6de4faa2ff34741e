/// <reference lib="dom" />
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from './admin-test.ts'

const ASSETS = fileURLToPath(new URL('../build/web/client/assets/', import.meta.url))
const ROOMS = ['user', 'all-transactions', 'admin-settings', 'audit', 'support']
/** Addresses that only administrators call: wherever one of these stands, there is code of the back office. */
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

/** All that a browser loads with a route: its modules and what they import, but not what they may import later. */
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

test('no chunk that a page outside the back office loads has any of its code', () => {
  const { routes } = readManifest()
  // Everybody's index page goes through the route that hands administrators their desk.
  const DESK = 'office/admin-home/admin-home-route'
  expect(routes[DESK]).toBeDefined()
  const outside = Object.entries(routes).filter(([id]) => !id.startsWith('office/') || id === DESK)
  expect(outside.length).toBeGreaterThan(10)
  const wrong = outside.flatMap(([id, route]) =>
    [...reachableFrom(route)].filter(hasMark).map((file) => `${id}: ${file}`),
  )
  expect(wrong).toEqual([])
})

test('the pages of the back office are chunks that its doors load later', () => {
  const { routes } = readManifest()
  const doors = Object.entries(routes).filter(([id]) => id.startsWith('office/'))
  expect(doors.length).toBeGreaterThanOrEqual(5)
  const pages = readdirSync(ASSETS).filter((file) =>
    /^(users|transactions|settings|audit|support)-page-.*\.js$/.test(file),
  )
  const withMarks = pages.filter(hasMark)
  expect(withMarks.length).toBeGreaterThanOrEqual(3)
  for (const [id, route] of doors) for (const page of withMarks) expect(reachableFrom(route), id).not.toContain(page)
})

test('an account holder who types the address is sent away, and has received neither code nor data', async ({
  admin,
  openAs,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Curious' })
  const page = await openAs(await ada.token(), '/dashboard')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const room of ROOMS) {
    await page.goto(`/dashboard/${room}`)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Curious' })).toBeVisible()
  }
  expect(asked.filter((path) => MARKS.some((mark) => path.includes(mark)))).toEqual([])
  const scripts = asked.filter((path) => path.endsWith('.js')).map(fileOf)
  expect(scripts.length).toBeGreaterThan(5)
  expect(
    scripts.filter((file) => /^(users|transactions|settings|audit|support)-page-/.test(file) && hasMark(file)),
  ).toEqual([])
  expect(scripts.filter((file) => /^(office-layout|admin-home)-(?!route)/.test(file))).toEqual([])
  await page.context().close()
})

test('nor does an administrator who is not Active', async ({ admin, openAs }) => {
  const grace = await admin.createAccount({ fullName: 'Grace Paused', role: 'Admin' })
  await admin.call('PATCH', '/admin/user', { userId: grace.id, updates: { status: 'Pending' } })
  const page = await openAs(await grace.token(), '/dashboard/user')
  await expect(page).toHaveURL('/dashboard')
  await page.context().close()
})

test('whoever was let in before gets code and data at once, without waiting for the profile', async ({
  openAsAdmin,
  page,
}) => {
  await openAsAdmin('/dashboard/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  let answered = false
  await page.route('**/api/users', async (route) => {
    await list
    answered = true
    await route.continue()
  })
  const list = page.waitForRequest('**/api/users/all**')
  await page.reload()
  await list
  expect(answered).toBe(false)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})
