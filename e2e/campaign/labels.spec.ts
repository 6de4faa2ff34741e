import { expect, test } from '../customer-test.ts'

test.use({ account: { balance: 500 } })

test('notes and categorizes a payment; search finds it, and the dashboard shows the spending', async ({
  page,
  customer,
  admin,
}) => {
  const { _id } = await customer.transfer(120.5)
  await admin.call('POST', '/deposit/approve', { transactionId: _id })
  await page.goto('/dashboard/transactions?type=Transfer')
  await page.getByRole('row').nth(1).getByRole('button').click()
  await page.getByLabel('Category', { exact: true }).selectOption('Dining out')
  await page.getByLabel(/^Always for /).check()
  await page.getByLabel('Your note').fill('Anniversary dinner')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  const found = page.waitForResponse((response) => response.url().includes('search=anniversary'))
  await page.getByLabel('Search transactions').fill('anniversary')
  expect(await (await found).json()).toHaveLength(1)
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Spending by category' })
  await expect(card.getByRole('link', { name: 'Dining out $120.50' })).toBeVisible()
  await card.getByRole('button', { name: /Show table/ }).click()
  await expect(card.getByRole('row', { name: 'Total $120.50' })).toBeVisible()
  await card.getByRole('button', { name: /Show chart/ }).click()

  // A budget shows what is spent of it, and the payments that it is made of.
  await card.getByRole('link', { name: 'Set budgets' }).click()
  await page.getByLabel('Dining out').fill('150')
  await page.getByRole('button', { name: 'Save budgets' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByText('Dining out: 80% of the budget is spent')).toBeVisible()
  await page.goto('/dashboard')
  await card.getByRole('link', { name: 'Dining out $120.50 of $150.00' }).click()
  await expect(page).toHaveURL(/transactions\?category=dining&type=Transfer/)
})
