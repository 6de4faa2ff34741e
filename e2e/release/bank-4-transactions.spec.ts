import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { blockLiveUpdates, expect, onPhone, type TestAccount, type TestAdmin, test } from '../customer-test.ts'
import { pdfReceipt } from '../files.ts'
import { consoleErrorsOf } from '../page-actions.ts'

const GREEN = 'rgb(18, 112, 74)'
const RED = 'rgb(177, 39, 31)'
const AMBER = 'rgb(138, 82, 0)'

const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).getByRole('row')

/** One transaction of each kind, on different days. */
async function seed(customer: TestAccount, admin: TestAdmin) {
  await customer.fund(2000, '2025-01-05T15:04:00Z')
  const paid = await customer.transfer(120.5, { accountName: 'Grace Hopper' })
  await admin.call('POST', '/deposit/approve', { transactionId: paid._id })
  const declined = await customer.transfer(75, { accountName: '=HYPERLINK("http://x")' })
  await admin.call('POST', '/deposit/decline', { transactionId: declined._id, reason: 'Account closed, sorry' })
  const waiting = await customer.deposit(300, pdfReceipt())
  return { paid, declined, waiting }
}

onPhone(() => {
  test('shows columns, dates and colors, and keeps filters by type, status, period and text in the URL', async ({
    page,
    customer,
    admin,
  }) => {
    await seed(customer, admin)
    const errors = consoleErrorsOf(page)
    await page.goto('/dashboard/transactions')
    await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Type', 'Amount', 'Status'])
    await expect(rows(page)).toHaveCount(5)
    const old = rows(page).nth(4)
    await expect(old).toContainText('Jan 5th 25 - 03:04 pm')
    // The booking date is today and differs from the value date, so both are shown.
    await expect(old).toContainText(/booked \w{3} \d{1,2}(st|nd|rd|th) \d\d/)
    await expect(old.getByText('$2,000.00')).toHaveCSS('color', GREEN)
    await expect(old.getByText('Completed')).toHaveCSS('color', GREEN)
    const declined = rows(page).filter({ hasText: 'Declined' })
    await expect(declined.getByText('-$75.00')).toHaveCSS('color', RED)
    await expect(declined.getByText('Declined')).toHaveCSS('color', AMBER)
    await expect(declined).toContainText('Account closed, sorry')
    await expect(rows(page).filter({ hasText: '$300.00' }).getByText('Pending')).toHaveCSS('color', AMBER)
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByLabel('Type').selectOption('Transfer')
    await expect(page).toHaveURL('/dashboard/transactions?type=Transfer')
    await expect(rows(page)).toHaveCount(3)
    await page.getByLabel('Status').selectOption('Declined')
    await expect(page).toHaveURL('/dashboard/transactions?type=Transfer&status=Declined')
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(rows(page)).toHaveCount(2)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/dashboard/transactions')
    await expect(rows(page)).toHaveCount(5)
    await page.getByLabel('Search transactions').fill('grace')
    await expect(page).toHaveURL('/dashboard/transactions?search=grace')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(1)).toContainText('to Grace Hopper')

    await page.goto('/dashboard/transactions?from=2025-01-05&to=2025-01-05')
    await expect(rows(page)).toHaveCount(2)
    await page.goto('/dashboard/transactions?search=120,50')
    await expect(rows(page)).toHaveCount(2)
    // Payee first, amount last, the state only where it is not Completed.
    const paid = rows(page).nth(1)
    const left = async (text: string) => (await paid.getByText(text, { exact: true }).boundingBox())?.x ?? 0
    expect(await left('Grace Hopper')).toBeLessThan(await left('-$120.50'))
    await expect(paid.getByText('Completed').locator('..')).toHaveCSS('clip-path', 'inset(50%)')
    await expect(page.getByRole('rowgroup', { name: 'Today' })).toContainText('Grace Hopper')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()

    await page.goto('/dashboard/transactions?from=2025-01-06&to=2025-02-01')
    await expect(page.getByText('No matches. Try removing a filter.')).toBeVisible()
    await expect(page.getByText('No recent transactions')).toHaveCount(0)
    await page.goto('/dashboard/transactions?category=dining')
    await expect(page.getByText('No matches. Try removing a filter.')).toBeVisible()
    // Invalid parameters are ignored.
    await page.goto('/dashboard/transactions?type=Gift&from=yesterday')
    await expect(rows(page)).toHaveCount(5)
    expect(errors).toEqual([])
  })
})

test('details show reference, method, counterparty, both dates, reason and receipt', async ({
  page,
  customer,
  admin,
}) => {
  const { declined, paid, waiting } = await seed(customer, admin)
  await page.goto('/dashboard/transactions')
  const open = (text: string) =>
    rows(page)
      .filter({ hasText: text })
      .getByRole('button', { name: /show details/ })
      .click()
  const details = page.getByRole('dialog')

  await open('-$75.00')
  await expect(details).toContainText(declined.reference)
  await expect(details).toContainText('Reason: Account closed, sorry')
  await expect(details).toContainText('Booking dateNot processed')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(rows(page).filter({ hasText: '-$75.00' }).getByRole('button')).toBeFocused()

  await open('-$120.50')
  for (const text of [paid.reference, 'Paid toGrace Hopper', 'Account number0532013000', 'BankExample Savings Bank'])
    await expect(details).toContainText(text)
  await expect(details).toContainText(/Value date\w{3} \d/)
  await expect(details).toContainText(/Booking date\w{3} \d/)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  await open('$300.00')
  await expect(details).toContainText(waiting.reference)
  await expect(details).toContainText('MethodWire transfer')
  const download = page.waitForEvent('download')
  await details.getByRole('link', { name: 'Download receipt (PDF)' }).click()
  expect(await readFile(await (await download).path(), 'latin1')).toContain('%PDF-1.4')
})

test('loads more transactions while scrolling', async ({ page, customer }) => {
  for (let day = 1; day <= 28; day++) await customer.fund(day, `2025-03-${String(day).padStart(2, '0')}T12:00:00Z`)
  for (let day = 1; day <= 17; day++) await customer.fund(day, `2025-04-${String(day).padStart(2, '0')}T12:00:00Z`)
  await page.addInitScript(deliverVisibilityLate)
  await page.goto('/dashboard/transactions')
  await expect(rows(page).nth(1)).toContainText('Apr 17th 25')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return rows(page).count()
    })
    .toBe(46)
  await expect(rows(page).last()).toContainText('Mar 1st 25')
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})

test('exports all pages of the filtered list without formulas', async ({ page, customer, admin }) => {
  await seed(customer, admin)
  for (let i = 0; i < 24; i++) await customer.fund(1 + i, '2025-06-01T12:00:00Z')
  const exported = async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    return text.trimEnd().split('\r\n')
  }
  await page.goto('/dashboard/transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  const [head, ...all] = await exported()
  expect(head).toBe(
    '\uFEFFValue date,Type,Amount,Status,Method,Reference,Account name,Account number,Bank name,IBAN,SWIFT code,Booking date,Decline reason,Own account,Category,Note,Message',
  )
  expect(all).toHaveLength(28)
  expect(all.join('\n')).toContain(`,"'=HYPERLINK(""http://x"")",`)
  expect(all.join('\n')).not.toMatch(/(^|,)"?[=+@]/m)

  await page.goto('/dashboard/transactions?type=Transfer')
  await expect(rows(page)).toHaveCount(3)
  const [, ...transfers] = await exported()
  expect(transfers).toHaveLength(2)
  expect(transfers.every((line) => line.includes(',Transfer,-'))).toBe(true)
})

test('shows Loading..., Failed to load transactions., and No recent transactions', async ({ page }) => {
  await blockLiveUpdates(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/transactions*', async (route) => {
    await held
    await route.fulfill({ status: 500, json: { message: 'No.' } })
  })
  await page.goto('/dashboard/transactions')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load transactions.' })).toBeVisible()
  await page.unroute('**/api/transactions*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No recent transactions')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add money' })).toHaveAttribute('href', '/dashboard/deposit')
})

/** A busy browser says together that something was not yet visible and that it now is. */
function deliverVisibilityLate() {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const held: IntersectionObserverEntry[] = []
      super((entries, observer) => {
        held.push(...entries)
        if (entries.some(({ isIntersecting }) => isIntersecting)) callback(held.splice(0), observer)
      }, options)
    }
  }
}
