import { expectClean, expectCleanNow } from './axe.ts'
import { expect, test } from './bank.ts'
import { AUTH_PAGES, failToLogIn, NOT_FOUND_PAGE, newVisitor, PUBLIC_PAGES, signUp } from './page-actions.ts'

// Each journey checks many states, each of them four times.
test.describe.configure({ timeout: 180_000 })

// /auth shows the page of /login.
const PAGES = [...PUBLIC_PAGES, ...AUTH_PAGES, NOT_FOUND_PAGE].filter((path) => path !== '/auth')
for (const path of PAGES)
  test(`${path} has no axe violations in both themes, on phone and desktop`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClean(page, path)
  })

test('form errors, the chat and the phone menu have no axe violations', async ({ page }) => {
  await page.goto('/login?mode=sign-up')
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
  await page.getByLabel('Email').fill('ada@fable.example')
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expectClean(page, 'sign-up with a problem')

  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Support chat' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page, 'contact form with problems and chat open')

  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await page.locator('summary', { hasText: 'Menu' }).click()
  await expectClean(page, 'menu of a phone')
})

test('an error notification has no axe violations in both themes', async ({ page }) => {
  await failToLogIn(page)
  // A hovered notification stays while the clock runs, which axe needs.
  await page.locator('[data-error]').hover()
  await page.clock.resume()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('[data-error]')).toHaveText('Not today.')
    await expectCleanNow(page, colorScheme)
  }
})

test('the PIN creation page has no axe violations', async ({ page }) => {
  const visitor = newVisitor()
  await signUp(page, visitor)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/code')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectClean(page, '/code')
})
