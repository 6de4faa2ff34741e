/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'

export const CUSTOMER = { email: 'customer@fable.example', password: 'Fable-demo-2026', fullName: 'Clara Whitfield' }

export const PUBLIC_PAGES = ['/', '/about', '/services', '/contact', '/verify'] as const
export const AUTH_PAGES = [
  '/login',
  '/auth',
  '/login?mode=sign-up',
  '/login?mode=forgot',
  '/reset-password#token=x',
  '/secure-account#token=x',
  '/undo-email#token=x',
] as const
export const NOT_FOUND_PAGE = '/no-such-page'

export async function logIn(page: Page, { email, password }: { email: string; password: string } = CUSTOMER) {
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Prerendered controls are disabled until React has hydrated the page; every public page has a theme switch. */
export const waitForHydration = (page: Page) => page.locator('fieldset:enabled').first().waitFor({ state: 'attached' })

/**
 * Shows an error notification: a login that fails without reaching the bank. The clock is paused, so that a slow machine
 * sees the notification before it disappears.
 */
export async function failToLogIn(page: Page) {
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

/** Elements that are still moving have no final position yet. */
export const waitForAnimations = (found: Locator) =>
  found.evaluateAll((elements) =>
    // An animation is canceled when its element is removed.
    Promise.allSettled(elements.flatMap((element) => element.getAnimations()).map(({ finished }) => finished)).then(
      () => undefined,
    ),
  )

let visitors = 0
/** A visitor without an account. */
export function newVisitor() {
  visitors += 1
  const name = `Visitor ${process.pid}-${visitors}`
  return {
    fullName: name,
    email: `${name.toLowerCase().replace(' ', '-')}@fable.example`,
    password: 'a sentence to keep',
  }
}

export async function signUp(page: Page, visitor: ReturnType<typeof newVisitor>) {
  await page.goto('/login?mode=sign-up')
  await page.getByLabel('Full name').fill(visitor.fullName)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
}

/** Playwright itself says this, because of `serviceWorkers` in playwright.config.ts. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** Errors and warnings in the browser's console, policy violations included. The list grows while the page runs. */
export function consoleErrorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && message.text() !== BLOCKED_WORKER) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
