import { expect, test } from './bank.ts'
import { logIn, waitForHydration } from './page-actions.ts'

const LIGHT = 'rgb(250, 248, 244)'
const DARK = 'rgb(15, 22, 38)'

/** What is behind the page in the very first frame that is painted, before any module has run. */
test('the chosen theme is there on the first paint', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/', '/login', '/dashboard']) {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveCSS('background-color', DARK)
  }
})

test('system, light or dark, kept for the next visit', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const ground = page.locator('html')
  await expect(ground).toHaveCSS('background-color', DARK)
  const theme = page.getByRole('contentinfo').getByRole('group', { name: 'Theme' })
  await waitForHydration(page)
  await theme.getByRole('radio', { name: 'Light' }).check()
  await expect(ground).toHaveCSS('background-color', LIGHT)
  await page.goto('/about')
  await expect(ground).toHaveCSS('background-color', LIGHT)
  await expect(theme.getByRole('radio', { name: 'Light' })).toBeChecked()
  await theme.getByRole('radio', { name: 'System' }).check()
  await expect(ground).toHaveCSS('background-color', DARK)
})

test('behind the door as well', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.locator('html')).toHaveCSS('background-color', DARK)
})
