import { expect, test } from '../bank.ts'
import { logIn, waitForHydration } from '../page-actions.ts'

const LIGHT = 'rgb(250, 248, 244)'
const DARK = 'rgb(15, 22, 38)'

/** The theme colors that apply. */
const matching = (metas: (SVGElement | HTMLElement)[]) =>
  metas.flatMap((meta) => {
    const { media, content } = meta as HTMLMetaElement
    return window.matchMedia(media).matches ? [content] : []
  })

/** Checks the background before any module has run. */
test('the first paint uses the chosen theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/', '/login', '/dashboard']) {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveCSS('background-color', DARK)
    // The bars of the browser follow the choice and not the system.
    expect(await page.locator('meta[name=theme-color]').evaluateAll(matching), path).toEqual(['#0f1626'])
  }
})

test('the chosen theme is stored for the next visit', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveCSS('background-color', DARK)
  const theme = page.getByRole('contentinfo').getByRole('group', { name: 'Theme' })
  await waitForHydration(page)
  await theme.getByRole('radio', { name: 'Light' }).check()
  await expect(html).toHaveCSS('background-color', LIGHT)
  expect(await page.locator('meta[name=theme-color]').evaluateAll(matching)).toEqual(['#faf8f4'])
  await page.goto('/about')
  await expect(html).toHaveCSS('background-color', LIGHT)
  await expect(theme.getByRole('radio', { name: 'Light' })).toBeChecked()
  await theme.getByRole('radio', { name: 'System' }).check()
  await expect(html).toHaveCSS('background-color', DARK)
})

test('the dashboard follows the system theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.locator('html')).toHaveCSS('background-color', DARK)
})
