import { expect, test, typeDigits } from '../customer-test.ts'

test.use({ account: { balance: 500, fullName: 'Grace Hopper' } })

test('requests money by link; the payer signs in, finds the form filled in and pays', async ({
  page,
  browser,
  baseURL,
  admin,
  customer,
}) => {
  const savings = await customer.call('POST', '/accounts', { name: 'Lunch money' })
  await page.goto('/dashboard/request')
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Message').fill('Lunch')
  await page.getByLabel('To account').selectOption({ label: 'Lunch money · $0.00' })
  await page.getByRole('button', { name: 'Create link' }).click()
  const result = page.getByRole('region', { name: 'Your payment link' })
  await expect(result.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible()
  await expect(result).toContainText('to Lunch money')
  const link = (await result.getByText('/pay/').textContent()) ?? ''

  const ada = await admin.createAccount({ balance: 100 })
  await ada.token()
  const payer = await (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage()
  await payer.goto(new URL(link).pathname)
  await payer.getByLabel('Email').fill(ada.email)
  await payer.getByLabel('Password', { exact: true }).fill(ada.password)
  await payer.getByRole('button', { name: 'Log in', exact: true }).click()
  const dialog = payer.getByRole('dialog')
  await expect(dialog.getByLabel('Account name')).toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.50')
  await expect(dialog.getByLabel('Message')).toHaveValue('Lunch')
  await dialog.getByLabel('Message').fill('Lunch, thank you')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('The name matches the account.')
  await expect(dialog).toContainText('MessageLunch, thank you')
  await payer.getByRole('button', { name: 'Confirm with PIN' }).click()
  await typeDigits(payer, 'PIN', '1234')
  await payer.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
  expect(await ada.latestTransaction()).toMatchObject({
    amount: -12.5,
    message: 'Lunch, thank you',
    counterparty: { accountName: 'Grace Hopper', accountNumber: savings.number },
  })
  await payer.context().close()
})

test('an altered or foreign link says so, and leads nowhere else', async ({ page }) => {
  for (const code of ['9'.repeat(100), 'bitcoin%3Abc1q', 'https%3A%2F%2Fevil.example']) {
    await page.goto(`/pay/${code}`)
    await expect(page.getByRole('heading', { name: 'This link can’t be used' })).toBeVisible()
    await expect(page.getByText('This payment link is not valid. Ask for a new one.')).toBeVisible()
  }
})
