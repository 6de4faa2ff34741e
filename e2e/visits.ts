/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'

export const CUSTOMER = { email: 'customer@fable.example', password: 'Fable-demo-2026', fullName: 'Clara Whitfield' }

export const PUBLIC_PAGES = ['/', '/about', '/services', '/contact'] as const
export const AUTH_PAGES = [
  '/login',
  '/auth',
  '/login?mode=sign-up',
  '/login?mode=forgot',
  '/reset-password#token=x',
] as const
export const LOST_PAGE = '/no-such-page'

export async function logIn(page: Page, { email, password }: { email: string; password: string } = CUSTOMER) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A prerendered page can be read before it can be used: React marks what it has taken over. */
export const awake = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('input') ?? {}).some((name) => name.startsWith('__reactProps')),
  )

/**
 * Refused at once and without the bank, on a clock that stands still: the red notification that follows must not be gone
 * before a slow machine has looked at it.
 */
export async function beRefused(page: Page) {
  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 401, json: { message: 'Not today.' } }))
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-error]')).toHaveText('Not today.')
}

/** A notification drops into its place, and a window may make room for it: where it is meanwhile is nobody's concern. */
export const atRest = (found: Locator) =>
  found.evaluateAll((elements) =>
    // One that went away while it moved has come to rest, too.
    Promise.allSettled(elements.flatMap((element) => element.getAnimations()).map(({ finished }) => finished)).then(
      () => undefined,
    ),
  )

let strangers = 0
/** Somebody the bank has never seen. */
export function stranger() {
  strangers += 1
  const name = `Stranger ${process.pid}-${strangers}`
  return {
    fullName: name,
    email: `${name.toLowerCase().replace(' ', '-')}@fable.example`,
    password: 'a sentence to keep',
  }
}

export async function signUp(page: Page, person: ReturnType<typeof stranger>) {
  await page.goto('/login?mode=sign-up')
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Everything a browser would complain about in its console, policy violations included. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
