import type { Page } from '@playwright/test'
import { expect, test, typeDigits } from '../customer-test.ts'

test.use({ account: { balance: 500 } })

const dialog = (page: Page) => page.getByRole('dialog')

test('saves a payee, pays it from the list and sees whether the name fits before the PIN', async ({
  page,
  customer,
  admin,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Hopper' })
  const { accountNumber } = (await grace.call('GET', '/users')).user
  await page.goto('/dashboard/payees')
  await page.getByRole('button', { name: 'Add payee' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Lunch club')
  await page.getByLabel('Account name').fill('Grace Hoper')
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByLabel('Bank name').fill('Fable Bank')
  await page.getByLabel('IBAN').fill('DE00NOTANIBAN')
  await page.getByRole('button', { name: 'Save payee' }).click()
  await expect(page.getByLabel('IBAN')).toHaveAccessibleDescription('Enter a valid IBAN.')
  await page.getByLabel('IBAN').fill('')
  await page.getByRole('button', { name: 'Save payee' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Pay Lunch club' }).click()

  await expect(page).toHaveURL('/dashboard/send')
  await page.getByLabel('Amount').fill('12')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText('This account belongs to Grace Hopper. Is that who you mean?')
  await page.getByRole('button', { name: 'Use this name' }).click()
  await expect(dialog(page)).toContainText('The name matches the account.')
  await expect(dialog(page)).toContainText('to Grace Hopper')
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await typeDigits(page, 'PIN', '1234')
  await expect(dialog(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save this payee' })).toHaveCount(0)
  expect(await customer.latestTransaction()).toMatchObject({ amount: -12, counterparty: { accountNumber } })
})
