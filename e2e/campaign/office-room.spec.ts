/// <reference lib="dom" />
import { expect, test, toast } from '../admin-test.ts'

const all = '/dashboard/all-transactions'

test('twelve transactions at 1440 × 900, a panel that follows a colleague, and a key that asks first', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const ada = await admin.createAccount({ fullName: 'Ada Room', balance: 900 })
  for (let amount = 1; amount <= 14; amount++) await ada.transfer(amount)
  await openAsAdmin(all)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows.nth(12)).toBeVisible()
  const visible = () =>
    rows.evaluateAll(
      (found) =>
        found.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }).length,
    )
  await expect.poll(visible).toBeGreaterThanOrEqual(12)

  await page.goto(`${all}?person=${ada.id}&sort=smallest`)
  // Payee and reference are in the row.
  const { reference, _id } = (await admin.call('GET', `/transactions/admin?userId=${ada.id}&sort=smallest`))[0]
  await expect(rows.first()).toContainText(reference)
  await expect(rows.first()).toContainText('Grace Example')
  await page.goto(`${all}?person=${ada.id}&sort=smallest&transaction=${_id}`)
  const panel = page.getByRole('dialog').first()
  await expect(panel.getByRole('button', { name: 'Approve and next' })).toBeEnabled()
  await admin.call('POST', '/deposit/decline', { transactionId: _id, reason: 'Unknown payee' })
  await expect(toast(page, /declined it: Unknown payee\.$/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve and next' })).toHaveCount(0)

  // Nearly the whole balance: flagged.
  const { _id: flagged } = await ada.transfer(780)
  await page.goto(`${all}?person=${ada.id}&transaction=${flagged}`)
  await expect(panel.getByRole('button', { name: 'Approve and next' })).toBeEnabled()
  await page.keyboard.press('Shift+A')
  const question = page.getByRole('dialog', { name: 'Look at this one first' })
  await expect(question).toContainText('$780.00, Ada Room – Grace Example')
  await expect(question).toContainText('Whole balance')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect((await admin.call('GET', `/admin/transactions/${flagged}`)).transaction.status).toBe('Pending')
  await page.keyboard.press('Shift+A')
  await question.getByRole('button', { name: 'Approve $780.00' }).click()
  await expect(toast(page, 'Transaction approved')).toBeVisible()
})

test('a row is opened right after typing in the search, and one search finds everything', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  const mark = `Quorra${Date.now()}`
  const ada = await admin.createAccount({ fullName: `${mark} Typed`, balance: 4_321.09 })
  await openAsAdmin('/dashboard/user')
  const field = page.getByLabel('Search by email')
  await field.fill(`typed ${mark}`)
  const found = page.getByRole('link', { name: `Details of ${mark} Typed` })
  await expect(found).toBeVisible()
  await expect(page).toHaveURL(/search=typed/)
  for (let round = 0; round < 3; round++) {
    // The address follows the typing 200 ms later, while the person's page still loads.
    await page.route('**/api/admin/user*/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await field.press('End')
    await field.press('Backspace')
    await found.click()
    await expect(page).toHaveURL(`/dashboard/user/${ada.id}`)
    await page.waitForTimeout(300)
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await expect(found).toBeVisible()
  }

  const box = page.getByRole('combobox', { name: 'Search the back office' })
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option', { name: 'Audit' })).toBeVisible()
  await page.keyboard.type('4,321.09')
  await expect(page.getByRole('group', { name: 'Transactions' }).getByRole('option').first()).toContainText('$4,321.09')
  await box.fill(`typed ${mark}`)
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toContainText(`${mark} Typed`)
  await box.fill('payment ru')
  await expect(page.getByRole('option', { name: 'Payment runs' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/outside/payment-runs')
})
