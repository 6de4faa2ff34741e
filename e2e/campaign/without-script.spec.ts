import { expect, test } from '../bank.ts'
import { PUBLIC_PAGES } from '../page-actions.ts'

test.use({ javaScriptEnabled: false })

test('every public page is readable without JavaScript, and all tab panels are visible', async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    await expect(page.getByText('Demonstration bank. No real money.'), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('contentinfo'), path).toContainText('+1 (555) 010-0142')
    await expect(page.getByRole('main'), path).not.toContainText('{{')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
  }
  for (const text of [
    'Make money easy to understand.',
    'A bank whose numbers always add up.',
    'Plain words and kept promises.',
  ])
    await expect(page.getByText(text)).toBeVisible()
})

test('the phone menu opens in the system’s dark theme, and forms say that they need JavaScript', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 22, 38)')
  await page.locator('summary', { hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeVisible()
  await page.goto('/login')
  await expect(page.getByText('Online banking needs JavaScript.')).toBeVisible()
  await page.goto('/contact')
  await expect(page.getByText('This form needs JavaScript.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Support chat' })).toBeHidden()
})
