import type { Page } from '@playwright/test'
import { expect, test } from '../customer-test.ts'

const PAGES = [
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/send',
  '/dashboard/transfer',
  '/dashboard/deposit',
  '/dashboard/settings',
]
const WIDTHS = [320, 768, 1440]

/** Neither the page nor anything in it overflows to the right. */
async function expectToFit(page: Page, where: string) {
  // The chart is redrawn a moment after its container was resized.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), { message: where })
    .toBeLessThanOrEqual(0)
  // The bank's name in the header does not overlap the buttons beside it.
  const name = page.getByRole('banner').getByRole('link').first()
  if (await name.isVisible())
    expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth), `header, ${where}`).toBe(0)
}

async function visitAll(page: Page) {
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page, `${path} at ${width}`)
    }
  }
}

// It is empty too, so its pages show what an empty account's do.
test.describe('a pending account', () => {
  test.use({ account: { status: 'Pending' } })
  test('explains why transfers are disabled, and offers a first deposit meanwhile', async ({ page }) => {
    await page.goto('/dashboard')
    const notice = page.getByRole('complementary', { name: 'Verification' })
    await expect(notice).toContainText('Your account is awaiting verification.')
    await expect(notice).toContainText('You can already add money, complete your profile and contact support.')
    await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$0.00')
    await expect(page.getByText('No recent transactions')).toBeVisible()
    await expect(page.getByText('Your income and spending will appear here, month by month.')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Recent Transactions' }).getByRole('link', { name: 'Add money' }),
    ).toHaveAttribute('href', '/dashboard/deposit')
    for (const path of ['transactions', 'transfer', 'deposit']) {
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByText('No recent transactions')).toBeVisible()
      if (path === 'transactions') continue
      const proceed = page.getByRole('button', { name: 'Continue' })
      await (path === 'transfer' ? expect(proceed).toBeDisabled() : expect(proceed).toBeEnabled())
      if (path === 'transfer') await expect(notice).toBeVisible()
    }
  })
})

test.describe('a million dollars and a name of sixty characters', () => {
  const fullName = 'Maximiliana Alexandrina von Hohenstein-Weissenfels-Lauenburg'
  test.use({ account: { fullName, balance: 1_234_567.89 } })
  test('fit on every page, down to 320 px', async ({ page, customer }) => {
    expect(fullName).toHaveLength(60)
    await customer.transfer(999_999.99, {
      accountName: 'Maximilian-Konstantin Freiherr von und zu Grosskarlbach-Niederolm-Weyher',
      accountNumber: 'W'.repeat(34),
      bankName: 'Allgemeine Hypotheken- und Wechselbank Oberschwaben eG',
    })
    await visitAll(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${fullName}`)
    await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$234,567.90')
    await page.setViewportSize({ width: 320, height: 700 })
    await page
      .getByRole('button', { name: /show details/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText('W'.repeat(34))
    await expectToFit(page, 'details at 320')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('menu')).toContainText(fullName)
    await expectToFit(page, 'profile menu at 320')
  })
})

test.describe('a name without spaces', () => {
  const fullName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  test.use({ account: { fullName, balance: 100 } })

  test('wraps in the greeting and on the review step', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${fullName}`)
    await expectToFit(page, 'greeting at 390')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/dashboard/transfer')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Account name').fill(fullName)
    await page.getByLabel('Account number').fill('0532013000')
    await page.getByLabel('Bank name').fill('Example Savings Bank')
    await page.getByLabel('Amount').fill('10')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('Balance after transfer')
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  test('the printed page has no menus and filters', async ({ page }) => {
    await page.goto('/dashboard/transactions')
    await expect(page.getByRole('table')).toContainText('$100.00')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('table')).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByRole('search')).toHaveCount(0)
      await page.emulateMedia({ media: 'screen' })
    }
  })
})
