import type { Page } from '@playwright/test'
import { createSession } from '../api.ts'
import { expect, test } from '../bank.ts'
import { CUSTOMER, logIn, newVisitor, signUp } from '../page-actions.ts'

/** The first digit box; the group around the boxes has the same name. */
const boxes = (page: Page, name: string) => page.getByLabel(name, { exact: true }).and(page.locator('input'))
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'))

/** The profile gets no response until it is released. */
async function holdProfile(page: Page) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/users', async (route) => {
    await held
    await route.continue()
  })
  return { release }
}

test('register, log in, create a PIN, read the balance, log out', async ({ page }) => {
  const visitor = newVisitor()
  await signUp(page, visitor)
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Log in' }).click()

  // Without a PIN, the dashboard redirects to the PIN creation.
  await expect(page).toHaveURL('/code')
  await boxes(page, 'PIN').pressSequentially('2580')
  await page.getByRole('button', { name: 'Continue' }).click()
  await boxes(page, 'Confirm PIN').pressSequentially('2581')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Invalid Verification Code. Please try again.')).toBeVisible()
  await boxes(page, 'Confirm PIN').pressSequentially('2580')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(visitor.fullName)
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$0.00')

  const token = await tokenOf(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(await tokenOf(page)).toBeNull()
  const dead = await page.request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
  expect(dead.status()).toBe(401)
})

test('guards: without a session every protected page redirects to /login', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/transactions', '/dashboard/settings', '/dashboard/users', '/code']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
  }
  await page.goto('/home')
  await expect(page).toHaveURL('/')
})

test('log-in returns to the requested page, with the focus on its content', async ({ page }) => {
  await page.goto('/dashboard/transactions?type=Deposit')
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Log in' }).click()
  // The sign-up form has an email field too.
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard/transactions?type=Deposit')
  await expect(page.getByRole('main')).toBeFocused()
})

test('log-in opens the dashboard although the profile is slow, and Back leads to the page before the log-in', async ({
  page,
}) => {
  await page.goto('/about')
  const profile = await holdProfile(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auths/login', async (route) => {
    await answered
    await route.continue()
  })
  await logIn(page)
  await expect(page.getByText('This takes longer than usual. You don’t have to try again.')).toBeVisible()
  answer()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  profile.release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CUSTOMER.fullName)
  // The demonstration's figures.
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$12,480.55')
  await expect(page.getByRole('heading', { name: 'Monthly Spent' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Monthly Income' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a stored session starts with a spinner, retries a failed profile, and is led away from /code, /home and /login', async ({
  page,
  baseURL,
}) => {
  const token = await createSession(baseURL ?? '', CUSTOMER)
  await page.addInitScript((stored) => localStorage.setItem('authToken', stored), token)
  const profile = await holdProfile(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  profile.release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CUSTOMER.fullName)
  await page.unrouteAll()

  await page.route('**/api/users', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }))
  // With the copy of an earlier visit the page would open with that.
  await page.addInitScript(() => localStorage.removeItem('offlineSnapshot'))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch user profile' })).toBeVisible()
  await page.unroute('**/api/users')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CUSTOMER.fullName)

  for (const path of ['/code', '/home', '/login']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/dashboard')
  }
})

test('an unknown token is deleted', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('authToken', 'made-up'))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => tokenOf(page)).toBeNull()
})

test('without browser storage, the session lasts as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CUSTOMER.fullName)
  expect(await tokenOf(page)).toBeNull()
})

test('logging out in one tab logs out in the other', async ({ page, context }) => {
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(CUSTOMER.fullName)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL('/login')
})
