import type { Page } from '@playwright/test'
import { type Camera, logIn, visit } from './tour.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function pagesAndMenus({ take }: Camera, page: Page) {
  await visit(page, '/dashboard')
  await page.locator('[data-chart=months] svg').waitFor()
  await take(page, 'dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await take(page, 'dashboard-bell')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await take(page, 'dashboard-profile-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await page.getByRole('button', { name: 'Show table' }).click()
  await take(page, 'dashboard-amounts-hidden')
  await page.getByRole('button', { name: 'Hide amounts' }).click()

  await visit(page, '/dashboard/transactions')
  await take(page, 'transactions')
  await page
    .getByRole('button', { name: /show details/ })
    .first()
    .click()
  await dialog(page).waitFor()
  await take(page, 'transactions-details')

  await visit(page, '/dashboard/statements')
  await take(page, 'statements')
  await page.getByRole('listitem').getByRole('link').nth(1).click()
  await page.getByRole('table').waitFor()
  await take(page, 'statement')

  for (const name of ['transfer', 'deposit', 'settings']) {
    await visit(page, `/dashboard/${name}`)
    await take(page, name)
  }
}

async function deposits({ take }: Camera, page: Page) {
  await visit(page, '/dashboard/deposit')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Amount').fill('250')
  await take(page, 'deposit-wire')
  await page.getByRole('button', { name: 'I have made Payment' }).click()
  await dialog(page).locator('input[type=file]').waitFor({ state: 'attached' })
  await take(page, 'deposit-receipt')

  await visit(page, '/dashboard/deposit')
  await page.getByRole('radio', { name: 'Bitcoin' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Amount').fill('250')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await take(page, 'deposit-crypto')
}

/** As a customer who needs a transaction code: they see every step. */
async function transfer({ take }: Camera, page: Page) {
  await visit(page, '/dashboard/transfer')
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await take(page, 'transfer-form-errors')
  await page.getByLabel('Account name').fill('Grace Hopper')
  await page.getByLabel('Account number').fill('0532013000')
  await page.getByLabel('Bank name').fill('Example Savings Bank')
  await page.getByLabel('Amount').fill('10')
  await take(page, 'transfer-form')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Balance after transfer').waitFor()
  await take(page, 'transfer-review')
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
  await digits(page, 'PIN', '1234')
  await take(page, 'transfer-pin')
  await page.keyboard.press('Enter')
  await digits(page, 'Transaction code', '12345')
  await take(page, 'transfer-code')
  await page.keyboard.press('Enter')
  await digits(page, 'PIN', '1234')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Transfer Submitted!' }).waitFor()
  await take(page, 'transfer-submitted')
}

async function digits(page: Page, label: string, typed: string) {
  await page.getByRole('textbox', { name: label, exact: true }).waitFor()
  await page.keyboard.type(typed)
}

export async function customerTour(camera: Camera): Promise<void> {
  const customer = await camera.open(await logIn(camera, 'customer@fable.example'))
  await pagesAndMenus(camera, customer)
  await deposits(camera, customer)
  await customer.context().close()

  const withCode = await camera.open(await logIn(camera, 'code@fable.example'))
  await transfer(camera, withCode)
  await withCode.context().close()

  const newcomer = await camera.open(await logIn(camera, 'pending@fable.example'))
  await newcomer.goto('/dashboard')
  await newcomer.waitForURL('**/code')
  await digits(newcomer, 'PIN', '12')
  await camera.take(newcomer, 'create-pin')
  await newcomer.context().close()
}
