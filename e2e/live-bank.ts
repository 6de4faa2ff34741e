import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { addressOf, connectionIn, spawnBank, stopBank, urlOf } from '../server/test/bank-process.ts'
import { test as base, expect } from './bank.ts'
import { CUSTOMER } from './visits.ts'

export const ADMIN = { email: 'admin@fable.example', password: 'Fable-admin-2026' }
export { CUSTOMER, expect }

/** Whoever opens browsers of their own need not close them. */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Straight to the token: how one logs in is shown elsewhere. */
export async function tokenOf(request: APIRequestContext, { email, password }: { email: string; password: string }) {
  const answer = await request.post('/api/auths/login', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).token as string
}

let admin: Promise<string> | undefined
/** Passwords are slow to check, and that is their point: the administrator signs in once a worker. */
export function adminToken(request: APIRequestContext): Promise<string> {
  admin ??= tokenOf(request, ADMIN)
  return admin
}

let made = 0
/** Somebody with a PIN, who may do everything, and with whom no other journey has to do. */
export async function newHolder(request: APIRequestContext, fullName = 'Nora Newcomer') {
  made += 1
  const person = {
    fullName,
    email: `live-${process.pid}-${made}-${Date.now()}@fable.example`,
    password: 'a sentence to keep',
  }
  expect((await request.post('/api/auths/register', { data: person })).status()).toBe(201)
  const token = await tokenOf(request, person)
  const headers = { authorization: `Bearer ${token}` }
  const user = await (
    await request.post('/api/users/create-transaction-code', { data: { pin: '1234' }, headers })
  ).json()
  const admin = { authorization: `Bearer ${await adminToken(request)}` }
  const userId = user._id as string
  await request.patch('/api/admin/user', { data: { userId, updates: { status: 'Active' } }, headers: admin })
  await request.post('/api/admin/fund', { data: { userId, amount: 500 }, headers: admin })
  return { ...person, userId, token, headers, admin }
}

async function signedInPage(browser: Browser, baseURL: string, token: string): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  await context.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
  return context.newPage()
}

/** A browser of its own, signed in. */
export async function openAs(browser: Browser, baseURL: string, token: string, path: string): Promise<Page> {
  const page = await signedInPage(browser, baseURL, token)
  await page.goto(path)
  return page
}

/** Once its stream has begun, a page hears whatever happens from then on. */
export const hearing = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/events') && response.ok())

/** The same, with an open stream. */
export async function openLive(browser: Browser, baseURL: string, token: string, path: string): Promise<Page> {
  const page = await signedInPage(browser, baseURL, token)
  await Promise.all([hearing(page), page.goto(path)])
  return page
}

export const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
export async function say(page: Page | Locator, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Another server on the database of the one that runs: found through what the first one left in its folder. */
export async function startSecondServer(dataDir: string): Promise<{ baseURL: string; stop: () => Promise<void> }> {
  const env = { DATABASE_URL: urlOf(await connectionIn(dataDir)), DATA_DIR: dataDir, DEMO: 'on', RATE_LIMIT: 'off' }
  const server = spawnBank({ env })
  return { baseURL: await addressOf(server), stop: () => stopBank(server) }
}
