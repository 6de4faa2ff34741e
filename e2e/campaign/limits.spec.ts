import { expect, test } from '../customer-test.ts'

test.use({ account: { balance: 500 } })

test('sets a daily limit, is told what is left before the PIN, and when a raise takes effect', async ({
  page,
  customer,
}) => {
  await page.goto('/dashboard/settings/payments')
  const card = page.getByRole('region', { name: 'Limits' })
  await expect(card).toContainText('Daily limitNone')
  await card.getByLabel('Set your own limit').fill('80')
  await card.getByRole('button', { name: 'Save limit' }).click()
  await expect(card).toContainText('Left today$80.00')
  await customer.transfer(30)
  await expect(card).toContainText('Left today$50.00')

  await page.goto('/dashboard/transfer')
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your daily limit leaves $50.00 to send today.')
  await dialog.getByLabel('Account name').fill('Grace Example')
  await dialog.getByLabel('Account number').fill('0532013000')
  await dialog.getByLabel('Bank name').fill('Example Savings Bank')
  await dialog.getByLabel('Amount').fill('50.01')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('This is more than you can send today. $50.00 is left.')

  await page.goto('/dashboard/settings/payments')
  await card.getByLabel('Change your own limit').fill('200')
  await expect(card).toContainText('A higher limit applies after 24 hours.')
  await card.getByRole('button', { name: 'Save limit' }).click()
  await expect(card).toContainText(/From .+: \$200\.00\./)
  await expect(card).toContainText('Daily limit$80.00')
})
