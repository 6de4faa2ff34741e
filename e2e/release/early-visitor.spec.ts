/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from '../bank.ts'
import { waitForHydration } from '../page-actions.ts'

/** Opens a page on a connection so slow that its HTML is there and its scripts are not, until they are released. */
async function openWithoutScripts(page: Page, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return release
}

test('the stylesheet is requested before any script', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const { stylesheet, scripts } = await page.evaluate(() => {
    const requests = performance.getEntriesByType('resource').map(({ name }) => name)
    return {
      stylesheet: requests.findIndex((name) => name.endsWith('.css')),
      scripts: requests.flatMap((name, index) => (name.endsWith('.js') ? [index] : [])),
    }
  })
  expect(stylesheet).toBeGreaterThanOrEqual(0)
  expect(scripts.length).toBeGreaterThan(3)
  expect(Math.min(...scripts)).toBeGreaterThan(stylesheet)
})

test('tabs are disabled until the page is hydrated', async ({ page }) => {
  const release = await openWithoutScripts(page, '/about')
  const vision = page.getByRole('tab', { name: 'Vision' })
  await expect(vision).toBeDisabled()
  release()
  await vision.click()
  await expect(page.getByRole('tabpanel')).toContainText('A bank whose numbers always add up.')
})

test('the theme switch is disabled until the page is hydrated', async ({ page }) => {
  const release = await openWithoutScripts(page, '/')
  const dark = page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })
  await expect(dark).toBeDisabled()
  release()
  await dark.check()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 22, 38)')
})

test('the forms and the support chat are disabled until the page is hydrated, and keep what was typed before', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/contact')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  const chat = page.getByRole('button', { name: 'Support chat' })
  await expect(chat).toBeDisabled()
  release()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada')
  await chat.click()
  await expect(page.getByRole('dialog', { name: 'Support chat' })).toBeVisible()
})

test('links and the phone menu work before the page is hydrated', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const release = await openWithoutScripts(page, '/')
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
  release()
})
