import { expect, test } from '../customer-test.ts'

test.use({ account: { balance: 500 } })

test('cancels a pending transfer; the money is back, and an administrator comes too late', async ({
  page,
  customer,
  admin,
}) => {
  const { _id, reference } = await customer.transfer(120.5)
  await page.goto(`/dashboard/transactions?search=${reference}`)
  await page.getByRole('row').nth(1).getByRole('button').click()
  await page.getByRole('button', { name: 'Cancel transfer' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this transfer?' })
  await expect(question).toContainText('$120.50 to Grace Example won’t be sent')
  await question.getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Cancelled')
  await expect(row).not.toContainText('Declined')
  await expect(row.getByText('-$120.50')).not.toHaveCSS('color', 'rgb(177, 39, 31)')
  expect(await customer.balance()).toBe(500)
  await expect(admin.call('POST', '/deposit/approve', { transactionId: _id })).rejects.toThrow(/409|already/)
})
