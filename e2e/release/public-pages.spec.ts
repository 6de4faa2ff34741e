import { expect, test } from '../bank.ts'
import { logIn, NOT_FOUND_PAGE } from '../page-actions.ts'

test('the landing page shows its sections in order and sample transactions, and leads to the other pages', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money, told plainly.')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'What an account should do.',
    'Payments from 50+ countries, in one account.',
    'A month at a glance.',
    'Open an account in minutes.',
  ])
  await expect(page.getByRole('region', { name: 'What an account should do.' }).getByRole('listitem')).toHaveCount(6)
  const table = page.getByRole('table', { name: 'Sample transactions' })
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Type', 'Amount', 'Status'])
  const rent = table.getByRole('row').filter({ hasText: 'Rent' })
  await expect(rent).toContainText('Nov 3rd 26 - 08:15 am')
  await expect(rent).toContainText('-$1,150.00')
  await expect(rent).toContainText('Completed')
  await expect(table).toContainText('4000 1234 5678 9010')

  // The header turns solid after more than 50 pixels.
  const bar = page.getByRole('banner')
  await expect(bar).toHaveAttribute('data-solid', 'false')
  await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.evaluate('window.scrollTo(0, 50)')
  await expect(bar).toHaveAttribute('data-solid', 'false')
  await page.evaluate('window.scrollTo(0, 51)')
  await expect(bar).toHaveAttribute('data-solid', 'true')
  await expect(bar).toHaveCSS('background-color', 'rgb(250, 248, 244)')

  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
  await expect(page).toHaveURL('/login?mode=sign-up')
  await page.goBack()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(['Home', 'About', 'Services', 'Contact'])
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await expect(footer.getByRole('link')).toHaveText(['About', 'Services', 'Contact'])
  await main.getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
  await footer.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('a menu has the same links, and Dashboard for a logged-in customer', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeHidden()
    await page.locator('summary', { hasText: 'Menu' }).click()
    await expect(menu.getByRole('link')).toHaveText(['Home', 'About', 'Services', 'Contact'])

    await logIn(page)
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/')
    await page.locator('summary', { hasText: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('about, services and contact: their own parts, phone, email, social networks and payment cards', async ({
  page,
}) => {
  for (const path of ['/services', '/contact', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: '+1 (555) 010-0142' }).first()).toHaveAttribute(
      'href',
      'tel:+15550100142',
    )
    await expect(page.getByRole('link', { name: 'hello@fable.example' }).first()).toBeVisible()
    const names = (list: string) => page.getByRole('list', { name: list }).getByRole('img')
    await expect(names('Social networks')).toHaveCount(4)
    await expect(names('Payment cards').first()).toHaveAccessibleName('Visa')
    await expect(names('Payment cards')).toHaveCount(4)
    if (path === '/services') {
      await expect(page.getByRole('heading', { name: 'International payments' })).toBeVisible()
      await expect(page.getByText('Payments from 50+ countries')).toBeVisible()
    }
  }
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Mission', 'Vision', 'Our Value'])
  await expect(page.getByRole('tabpanel')).toContainText('Make money easy to understand.')
  await tabs.getByText('Vision').click()
  await expect(page.getByRole('tabpanel')).toContainText('A bank whose numbers always add up.')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Our Value' })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('Plain words and kept promises.')
  const blocks = page.getByRole('region', { name: 'What you can rely on' })
  await expect(blocks.getByRole('heading')).toHaveText(['Secure banking', 'Smart savings', 'Easy payments'])
})

test('an unknown path shows the 404 page with status 404', async ({ page }) => {
  for (const path of [NOT_FOUND_PAGE, '/dashboard/no-such-page', '/about/us']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find that page.')
  }
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page).toHaveURL('/')
})
