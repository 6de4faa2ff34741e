import type { Page } from '@playwright/test'
import { expectClean } from './axe.ts'
import { expect, test, typeDigits } from './customer-test.ts'
import { file, pdf, pdfReceipt } from './files.ts'

const CODE = { code: '31415', description: 'Ask your adviser for it.' }
const modal = (page: Page) => page.getByRole('dialog')

// Many states in one journey, each checked four times.
test.describe.configure({ timeout: 180_000 })

test.describe('with money and a code', () => {
  test.use({ account: { balance: 500, code: CODE } })

  test('axe finds nothing on the dashboard, its figures and menus', async ({ admin, page, customer }) => {
    const transfer = await customer.call('POST', '/transfer-code', {
      accountName: 'Grace Hopper',
      accountNumber: '0532013000',
      bankName: 'Example Savings Bank',
      amount: 10,
      pin: '1234',
      code: CODE.code,
    })
    await admin.call('POST', '/deposit/decline', { transactionId: transfer._id, reason: 'Wrong name' })
    await page.goto('/dashboard')
    await expect(page.locator('[data-chart=months] svg')).toBeVisible()
    await expectClean(page, 'index')
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await page.getByRole('button', { name: 'Show table' }).click()
    await expectClean(page, 'hidden amounts and figures')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expectClean(page, 'bell')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectClean(page, 'profile menu')
  })

  test('axe finds nothing on transactions, filtered and with details open', async ({ page, customer }) => {
    await customer.deposit(20, pdfReceipt())
    await page.goto('/dashboard/transactions?type=Deposit')
    await page
      .getByRole('button', { name: /show details/ })
      .first()
      .click()
    await expect(page.getByRole('link', { name: 'Download receipt (PDF)' })).toBeVisible()
    await expectClean(page, 'details')
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
    await expectClean(page, 'transactions')
  })

  test('axe finds nothing on any step of a transfer', async ({ page }) => {
    await page.goto('/dashboard/transfer')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expectClean(page, 'transfer')
    await page.getByRole('button', { name: 'Continue' }).click()
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Account name is required.')).toBeVisible()
    await expectClean(page, 'form with errors')
    await page.getByLabel('Account name').fill('Grace Hopper')
    await page.getByLabel('Account number').fill('0532013000')
    await page.getByLabel('Bank name').fill('Example Savings Bank')
    await page.getByLabel('Amount').fill('1000')
    await page.getByLabel('IBAN').fill('DE')
    await expectClean(page, 'form with hints')
    await page.getByLabel('Amount').fill('10')
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Balance after transfer')).toBeVisible()
    await expectClean(page, 'review')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(page, 'PIN', '9999')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Incorrect PIN.')).toBeVisible()
    await expectClean(page, 'wrong PIN')
    await typeDigits(page, 'PIN', '1234')
    await page.keyboard.press('Enter')
    await expect(page.getByText('We never ask for a payment in return for a code.')).toBeVisible()
    await expectClean(page, 'code')
    await page.route('**/api/transfer-code', (route) => route.abort())
    await typeDigits(page, 'Transaction code', CODE.code)
    await page.keyboard.press('Enter')
    await typeDigits(page, 'PIN', '1234')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
    await expectClean(page, 'no answer')
    await page.unroute('**/api/transfer-code')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    await expectClean(page, 'submitted')
  })

  test('axe finds nothing on any step of a deposit', async ({ page }) => {
    await page.goto('/dashboard/deposit')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expectClean(page, 'deposit')
    await page.getByRole('radio', { name: 'Bitcoin' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Amount').fill('10')
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expectClean(page, 'crypto')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('radio', { name: 'Wire Transfer' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Amount').fill('10')
    await page.getByRole('button', { name: 'I have made Payment' }).click()
    await expectClean(page, 'wire, before the receipt')
    await modal(page)
      .locator('input[type=file]')
      .setInputFiles(file('x.txt', 'text/plain', Buffer.from('x')))
    await expect(modal(page)).toContainText('Choose an image or a PDF.')
    await expectClean(page, 'refused receipt')
    await page.getByRole('button', { name: 'Remove file' }).click()
    await modal(page)
      .locator('input[type=file]')
      .setInputFiles(file('r.pdf', 'application/pdf', pdf()))
    await expect(modal(page).getByText('Uploaded', { exact: true })).toBeVisible()
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Deposit submitted' })).toBeVisible()
    await expectClean(page, 'deposit made')
  })

  test('axe finds nothing on the settings and the session-ended dialog', async ({ page, customer }) => {
    await customer.logIn()
    await page.goto('/dashboard/settings')
    await expect(page.getByRole('button', { name: /^Log out (?!all)/ })).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('button', { name: 'Update email' }).click()
    await expect(page.getByText('Email are required.')).toBeVisible()
    await expectClean(page, 'settings with errors')
    await customer.call('POST', '/auths/logout')
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    await expectClean(page, 'sign in again')
  })
})

test.describe('pending and empty', () => {
  test.use({ account: { status: 'Pending' } })
  test('axe finds nothing on empty and failed pages', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByText('No recent transactions')).toBeVisible()
    await expectClean(page, 'empty index')
    await page.goto('/dashboard/transfer')
    await expect(page.getByText('No recent transactions')).toBeVisible()
    await expectClean(page, 'transfer of a pending account')
    await page.route(/api\/(transactions|users\/months)/, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/dashboard')
    await expect(page.getByText('Failed to load transactions.')).toBeVisible()
    await expectClean(page, 'failed')
  })
})
