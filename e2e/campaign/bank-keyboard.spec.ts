import type { FileChooser, Locator, Page } from '@playwright/test'
import { expect, test } from '../customer-test.ts'
import { file, pdf } from '../files.ts'
import { consoleErrorsOf } from '../page-actions.ts'
import { shown } from '../touch.ts'

test.use({ account: { balance: 500 } })

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, limit = 60) {
  for (let step = 0; step < limit; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused({ timeout: 100 })
}

test('submits a transfer with the keyboard alone', async ({ page, customer }) => {
  const errors = consoleErrorsOf(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$500.00')
  await tabTo(page, page.getByRole('region', { name: 'My Balance' }).getByRole('link', { name: 'Transfer' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/transfer')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Account name')).toBeFocused()
  for (const text of ['Grace Hopper', '0532013000', 'Example Savings Bank']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review your transfer' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Confirm with PIN' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'PIN', exact: true })).toBeFocused()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transfer Submitted!' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
  expect(await customer.balance()).toBe(475)
  expect(errors).toEqual([])
})

test('submits a deposit with the keyboard alone', async ({ page, customer }) => {
  // Listening must start early: otherwise the browser opens its native file dialog.
  const chosen = new Promise<FileChooser>((resolve) => page.on('filechooser', resolve))
  await page.goto('/dashboard/deposit')
  await tabTo(page, page.getByRole('radio', { name: 'Wire Transfer' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Bitcoin' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('75')
  await page.keyboard.press('Enter')
  const input = page.getByRole('dialog').locator('input[type=file]:not([capture])')
  await tabTo(page, input)
  await page.keyboard.press('Enter')
  await (await chosen).setFiles(file('receipt.pdf', 'application/pdf', pdf()))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deposit made successfully')).toBeVisible()
  expect(await customer.transactions()).toHaveLength(2)
})

test('uses filters, details and menus with the keyboard alone', async ({ page }) => {
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('table')).toContainText('$500.00')
  await tabTo(page, page.getByLabel('Search transactions'))
  await tabTo(page, page.getByLabel('Type'))
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/dashboard/transactions?type=Deposit')
  const row = page.getByRole('button', { name: /Deposit Adjustment by the bank, show details/ })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Booking date')
  await shown(page)
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Hide amounts' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('Amount hidden')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeFocused()
})

test('sends money with the keyboard alone', async ({ page, customer }) => {
  await customer.transfer(10, { accountName: 'Linus Example' })
  await page.goto('/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Send', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Search payees' })).toBeFocused()
  await page.keyboard.type('linus')
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await tabTo(page, page.getByRole('button', { name: /Linus Example/ }), 3)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review your transfer' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Confirm with PIN' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'PIN', exact: true })).toBeFocused()
  await page.keyboard.type('1234')
  await expect(page.getByRole('heading', { name: 'Transfer Submitted!' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await customer.balance()).toBe(465)
})
