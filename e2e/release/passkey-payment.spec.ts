import type { Page } from '@playwright/test'
import { expect, type TestAccount, test } from '../accounts.ts'
import { expectClean } from '../axe.ts'
import { logIn } from '../page-actions.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

/** Logs in, adds a passkey and fills in the form up to the review. */
async function reviewTransfer(page: Page, customer: TestAccount) {
  await customer.token()
  const authenticator = await addAuthenticator(page)
  await logIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('Not used yet')).toBeVisible()
  await page.goto('/dashboard/transfer')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Account name').fill('Grace Hopper')
  await page.getByLabel('Account number').fill('0532013000')
  await page.getByLabel('Bank name').fill('Example Savings Bank')
  await page.getByLabel('Amount').fill('120.50')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Review your transfer' })).toBeVisible()
  return { dialog, authenticator, approve: dialog.getByRole('button', { name: 'Approve with passkey' }) }
}

/** With the page's own session: the first passkey ended all others. */
const latestTransaction = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
    const response = await fetch('/api/transactions?limit=1', { headers })
    const [latest] = await response.json()
    return latest
  })

test('pays with a passkey and types no PIN; cancelling the prompt loses nothing', async ({ page, admin }) => {
  const customer = await admin.createAccount({ balance: 500 })
  const { dialog, authenticator, approve } = await reviewTransfer(page, customer)
  for (const text of ['$120.50', 'to Grace Hopper', '0532013000', 'Example Savings Bank'])
    await expect(dialog).toContainText(text)
  await expect(dialog.getByRole('button', { name: 'Use PIN instead' })).toBeVisible()
  await expectClean(page, 'transfer review with a passkey')

  await authenticator.recognize(false)
  await approve.click()
  await expect(approve).toBeEnabled()
  await expect(dialog.getByRole('heading', { name: 'Review your transfer' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await authenticator.recognize(true)
  await approve.click()
  await expect(dialog.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
  expect(await latestTransaction(page)).toMatchObject({ type: 'Transfer', amount: -120.5, status: 'Pending' })

  // A scheduled payment: the same passkey signs the days too.
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('region', { name: 'Pay again' })
    .getByRole('button', { name: /Grace Hopper/ })
    .click()
  await dialog.getByLabel('Amount').fill('30')
  await dialog.getByLabel('When').selectOption('Every month')
  await dialog.getByLabel('First payment').fill(`${new Date().getUTCFullYear() + 1}-01-31`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await approve.click()
  await expect(dialog.getByRole('heading', { name: 'Payment Scheduled!' })).toBeVisible()
})

test('is refused when the amount was changed after the approval', async ({ page, admin }) => {
  const customer = await admin.createAccount({ balance: 500 })
  const { dialog, approve } = await reviewTransfer(page, customer)
  await page.route('**/api/transfer', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), amount: 420.5 }) }),
  )
  await approve.click()
  await expect(page.getByText('This is not the transfer you approved. Nothing was sent.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Review your transfer' })).toBeVisible()
  await page.unroute('**/api/transfer')
  await approve.click()
  await expect(dialog.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
  expect(await latestTransaction(page)).toMatchObject({ amount: -120.5 })
})
