import type { Page } from '@playwright/test'
import { expect, test } from '../bank.ts'
import { failToLogIn } from '../page-actions.ts'

const shown = (page: Page) => page.locator('[data-error]')

/** Shows another error notification. */
async function beRefusedAgain(page: Page, message: string) {
  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 401, json: { message } }))
  const answer = page.waitForResponse('**/api/auths/login')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await answer
}

test('notifications appear at the top in a live region, stay while hovered, and disappear after five seconds', async ({
  page,
}) => {
  await failToLogIn(page)
  expect((await shown(page).boundingBox())?.y).toBeLessThan(80)
  await expect(page.locator('[aria-live=assertive]')).toContainText('Not today.')
  await shown(page).hover()
  await page.clock.runFor(6_000)
  await expect(shown(page)).toBeVisible()
  await page.mouse.move(600, 700)
  await page.clock.runFor(5_100)
  await expect(shown(page)).toBeHidden()

  await beRefusedAgain(page, 'Nor tomorrow.')
  await expect(shown(page)).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(shown(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(shown(page)).toBeHidden()

  // The live region exists before there is a notification.
  await page.reload()
  await expect(page.locator('[aria-live=assertive]')).toBeEmpty()
  await expect(page.locator('[aria-live=polite]')).toHaveCount(1)
})

test('several stack and can be closed one by one; F6 moves the focus to the newest', async ({ page }) => {
  await failToLogIn(page)
  await beRefusedAgain(page, 'Nor tomorrow.')
  await expect(shown(page)).toHaveCount(2)
  const [first, second] = await Promise.all([0, 1].map((nth) => shown(page).nth(nth).boundingBox()))
  expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0))
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(shown(page)).toHaveText(['Not today.'])

  await beRefusedAgain(page, 'Never.')
  await expect(shown(page)).toHaveCount(2)
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveCount(1)
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toBeHidden()
})

test('a repeated message replaces the first, is announced again and restarts the time; the last three are shown', async ({
  page,
}) => {
  await failToLogIn(page)
  const first = await shown(page).elementHandle()
  await page.clock.runFor(4_000)
  await beRefusedAgain(page, 'Not today.')
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(page.locator('[aria-live=assertive]').locator(shown(page))).toHaveText(['Not today.'])
  await page.clock.runFor(4_000)
  await expect(shown(page)).toBeVisible()

  for (const message of ['Second.', 'Third.', 'Fourth.', 'Fifth.']) {
    await beRefusedAgain(page, message)
    await expect(shown(page).last()).toHaveText(message)
  }
  await expect(shown(page)).toHaveText(['Third.', 'Fourth.', 'Fifth.'])
})

test('a notification stays while it is hovered or focused, whichever ends last, and newer ones don’t replace it', async ({
  page,
}) => {
  await failToLogIn(page)
  await page.keyboard.press('F6')
  await shown(page).hover()
  await page.mouse.move(600, 700)
  await page.clock.runFor(6_000)
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await shown(page).hover()
  await page.getByLabel('Email').focus()
  await page.clock.runFor(6_000)
  await expect(shown(page)).toBeVisible()

  for (const message of ['Second.', 'Third.', 'Fourth.']) {
    await beRefusedAgain(page, message)
    await expect(shown(page).last()).toHaveText(message)
  }
  await expect(shown(page)).toHaveText(['Not today.', 'Third.', 'Fourth.'])
})
