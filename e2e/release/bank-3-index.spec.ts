/// <reference lib="dom" />

import { DASHBOARD_SCRIPT_KB, gzippedBytes } from '../../scripts/script-size.ts'
import { expect, onPhone, test } from '../customer-test.ts'
import { consoleErrorsOf } from '../page-actions.ts'

const MONTH = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const TODAY = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

test.use({ account: { fullName: 'Ada Lovelace', balance: 2500 } })

onPhone(() => {
  test('shows balance, holds, account number, monthly totals, chart and recent transactions', async ({
    admin,
    page,
    context,
    customer,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const transfer = await customer.transfer(400.25)
    await admin.call('POST', '/deposit/approve', { transactionId: transfer._id })
    await customer.transfer(99.75)
    const { user } = await customer.call('GET', '/users')
    const errors = consoleErrorsOf(page)
    await page.goto('/dashboard')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada Lovelace')
    const balance = page.getByRole('region', { name: 'My Balance' })
    await expect(balance).toContainText('$2,000.00')
    await expect(balance).toContainText('$99.75 held by pending transfers')
    await expect(balance).toContainText(TODAY)
    await expect(balance).toContainText('+100% deposits this month so far, none last month')
    await expect(balance).toContainText(user.accountNumber)
    await expect(balance.getByRole('link', { name: 'Transfer' })).toHaveAttribute('href', '/dashboard/transfer')

    const copy = balance.getByRole('button', { name: 'Copy' })
    await copy.click()
    await expect(balance.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(user.accountNumber)
    await expect(balance.getByRole('button', { name: /^Copy / })).toBeVisible()

    const spent = page.getByRole('region', { name: 'Monthly Spent' })
    await expect(spent).toContainText('$400.25')
    await expect(spent).toContainText(MONTH)
    const income = page.getByRole('region', { name: 'Monthly Income' })
    await expect(income).toContainText('$2,500.00')
    await expect(income).toContainText(MONTH)

    await expect(page.locator('[data-chart=months] svg path')).toHaveCount(2)
    const figures = page.getByRole('table', { name: 'Income and spending by month' })
    await expect(figures.getByRole('row').nth(1)).toHaveText(`${MONTH}$2,500.00$400.25`)
    await expect(figures.getByRole('row')).toHaveCount(13)
    await page.getByRole('button', { name: 'Show table for Income and spending' }).click()
    await expect(page.locator('[data-chart=months]')).toHaveCount(0)
    expect((await figures.boundingBox())?.width).toBeGreaterThan(250)

    const recent = page.getByRole('table', { name: 'Recent Transactions' })
    await expect(recent.getByRole('columnheader')).toHaveText(['Date', 'Type', 'Amount', 'Status'])
    await expect(recent.getByRole('row').nth(1)).toContainText('-$99.75')
    await expect(recent.getByRole('row').nth(1)).toContainText('Pending')
    expect(errors).toEqual([])
  })

  test('hides every amount, and its size, until it is switched back', async ({ page, customer }) => {
    await customer.call('POST', '/accounts', { name: 'Holidays', goal: 750 })
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Savings' })).toContainText('0% of $750.00')
    await expect(page.getByRole('main')).toContainText('$2,500.00')
    const hide = page.getByRole('button', { name: 'Hide amounts' })
    await hide.click()
    await expect(hide).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('main')).not.toContainText(/\$\d/)
    await page.reload()
    await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('Amount hidden')
    await expect(page.getByRole('main')).not.toContainText(/\$\d/)
    // A shown balance of a million has a smaller font; the hidden one must not.
    const balance = page.getByRole('region', { name: 'My Balance' })
    const sizeOf = (text: string) =>
      balance
        .getByText(text)
        .first()
        .evaluate((found) => Number.parseFloat(getComputedStyle(found).fontSize))
    const before = await sizeOf('••••••')
    await customer.fund(1_500_000)
    await page.reload()
    expect(await sizeOf('••••••')).toBe(before)
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    expect(await sizeOf('$1,502,500.00')).toBeLessThan(before)
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await page.goto('/dashboard/transactions')
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Amount hidden')
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await expect(page.getByRole('table')).toContainText('$2,500.00')
  })
})

test('the bell lists decisions and links to the transaction', async ({ admin, page, customer }) => {
  const transfer = await customer.transfer(40)
  await admin.call('POST', '/deposit/decline', { transactionId: transfer._id, reason: 'Wrong name' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  const popup = page.getByRole('dialog', { name: 'Notifications' })
  await popup.getByRole('link', { name: 'Transfer of $40.00 declined' }).click()
  await expect(page).toHaveURL(`/dashboard/transactions?search=${transfer.reference}`)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Wrong name')
})

test('requests its data in parallel, at most 200 KB of gzipped script, and no code for closed dialogs', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  const requested = new Set<string>()
  const all = ['/api/users', '/api/transactions', '/api/users/months']
  let release = () => {}
  const allRequested = new Promise<void>((resolve) => {
    release = resolve
  })
  // No response is sent before all three requests have arrived: sequential requests would wait forever. A request may come
  // twice, because the page reloads its data when the event stream opens.
  await page.route(
    (url) => all.includes(url.pathname),
    async (route) => {
      requested.add(new URL(route.request().url()).pathname)
      if (requested.size === all.length) release()
      await allRequested
      await route.continue()
    },
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$2,500.00')
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('$2,500.00')
  await expect(page.locator('[data-chart=months] svg')).toBeVisible()
  const kilobytes = [...new Set(scripts)].reduce((sum, path) => sum + gzippedBytes(path), 0) / 1000
  console.log(`dashboard: ${kilobytes.toFixed(1)} KB of script, gzipped`)
  expect(kilobytes).toBeLessThanOrEqual(DASHBOARD_SCRIPT_KB)
  expect(scripts.filter((path) => /qr-code|dialog|menu-items|bell-popup|details/.test(path))).toEqual([])
})
