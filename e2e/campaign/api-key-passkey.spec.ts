import { expect, test } from '../accounts.ts'
import { expectCleanNow } from '../axe.ts'
import { logIn } from '../page-actions.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

test('a key that can pay is made with a passkey, and without one there is none', async ({ page, admin }) => {
  const customer = await admin.createAccount({ balance: 100 })
  await customer.token()
  const authenticator = await addAuthenticator(page)
  await logIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('Not used yet')).toBeVisible()

  await page.goto('/dashboard/api-keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Payroll')
  await dialog.getByLabel('Send money').check()
  await dialog.getByRole('textbox', { name: 'Daily maximum' }).fill('50')
  await expect(dialog.getByRole('button', { name: 'Use PIN instead' })).toBeVisible()
  await expectCleanNow(page, 'make a key with a passkey')
  const approve = dialog.getByRole('button', { name: 'Approve with passkey' })
  await authenticator.recognize(false)
  await approve.click()
  await expect(approve).toBeEnabled()
  await expect(dialog.getByText(/^otk_/)).toHaveCount(0)

  await authenticator.recognize(true)
  await approve.click()
  const key = await dialog.getByText(/^otk_/).textContent()
  const body = { accountName: 'Grace', accountNumber: '0532013000', bankName: 'Example Savings Bank', amount: 10 }
  const paid = await page.request.post('/api/v1/transfer', {
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'payroll-1' },
    data: body,
  })
  expect(paid.status()).toBe(201)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Payroll' })).toContainText('of $50.00 sent today')
})
