/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from './bank.ts'
import { waitForHydration } from './page-actions.ts'

/** A line so slow that the page is there and its scripts are not, until they are let through. */
async function arriveEarly(page: Page, path: string) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path)
  return letThrough
}

test('no script is asked for until everything has come that makes the page readable', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const { loaded, asked } = await page.evaluate(() => ({
    loaded: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(3)
  expect(loaded).toBeGreaterThan(0)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(loaded)
})

test('a tab that was pressed before the page answers opens when it does', async ({ page }) => {
  const letThrough = await arriveEarly(page, '/about')
  await page.getByRole('tab', { name: 'Vision' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Make money legible.')
  letThrough()
  await expect(page.getByRole('tabpanel')).toContainText('A bank you could check yourself.')
})

test('so does the chat', async ({ page }) => {
  const letThrough = await arriveEarly(page, '/contact')
  await page.getByRole('button', { name: 'Support chat' }).click()
  letThrough()
  await expect(page.getByRole('dialog', { name: 'Support chat' })).toBeVisible()
})

test('a theme that was chosen before the page answers is taken on', async ({ page }) => {
  const letThrough = await arriveEarly(page, '/')
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  letThrough()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 22, 38)')
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('a link and what is typed need no script', async ({ page }) => {
  const letThrough = await arriveEarly(page, '/contact')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  letThrough()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada')

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await arriveEarly(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
})
