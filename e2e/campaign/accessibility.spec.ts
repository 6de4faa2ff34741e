import type { Page } from '@playwright/test'
import { COLOR_RULES, expectClean, expectCleanDesktop, expectCleanNow, expectNoSidewaysScroll } from '../axe.ts'
import { expect, test } from '../bank.ts'
import { AUTH_PAGES, failToLogIn, NOT_FOUND_PAGE, PUBLIC_PAGES } from '../page-actions.ts'

// Each journey checks many states.
test.describe.configure({ timeout: 180_000 })

/** Between the sizes that axe sees. */
async function expectToFit(page: Page, path: string) {
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `${path} at ${width}`)
  }
}

test('the public pages have no axe violations in both themes, on phone and desktop', async ({ page }) => {
  for (const path of [...PUBLIC_PAGES, NOT_FOUND_PAGE]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClean(page, path)
    await expectToFit(page, path)
  }
  await page.goto('/')
  await expectCleanDesktop(page, '/')
})

test('the sign-in pages have no axe violations in both themes, on phone and desktop', async ({ page }) => {
  // /auth shows the page of /login.
  for (const path of AUTH_PAGES.filter((path) => path !== '/auth')) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClean(page, path)
    await expectToFit(page, path)
  }
  await expectCleanDesktop(page, 'a sign-in page')
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
  await expectCleanNow(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('[data-error]')).toHaveText('Not today.')
  await expectCleanNow(page, 'dark', COLOR_RULES)
})
