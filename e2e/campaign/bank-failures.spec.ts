import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { blockLiveUpdates, expect, test, typeDigits } from '../customer-test.ts'
import { file, pdf } from '../files.ts'
import { waitForAnimations } from '../page-actions.ts'

const modal = (page: Page) => page.getByRole('dialog')

async function toReceipt(page: Page) {
  await page.goto('/dashboard/deposit')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Amount').fill('42')
  await page.getByRole('button', { name: 'I have made Payment' }).click()
}
const receipt = (page: Page) => modal(page).locator('input[type=file]:not([capture])')
const errorToast = (page: Page) => page.locator('[data-error]')

test('a receipt that is refused or interrupted keeps the form, and a deposit whose response was lost is submitted once', async ({
  page,
  customer,
}, testInfo) => {
  await toReceipt(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/images')) sent += 1
  })
  const remove = () => page.getByRole('button', { name: 'Remove file' }).click()
  await receipt(page).setInputFiles(file('notes.txt', 'text/plain', Buffer.from('hello')))
  await expect(errorToast(page)).toContainText('Failed uploading image')
  await expect(modal(page)).toContainText('Choose an image or a PDF.')
  await remove()
  // As a file: sending so many bytes to the browser takes seconds.
  const huge = testInfo.outputPath('huge.pdf')
  await writeFile(huge, Buffer.concat([pdf(), Buffer.alloc(11_000_000, 32)]))
  await receipt(page).setInputFiles(huge)
  await expect(modal(page)).toContainText('This file is larger than 10 MB.')
  expect(sent, 'Neither was uploaded').toBe(0)
  await remove()
  await receipt(page).setInputFiles(file('fake.png', 'image/png', Buffer.from('<svg onload=alert(1)>')))
  await expect(modal(page)).toContainText('We can’t read this file as an image or a PDF.')
  await remove()

  await page.route('**/api/images', (route) => route.abort('connectionreset'))
  await receipt(page).setInputFiles(file('receipt.pdf', 'application/pdf', pdf()))
  await expect(modal(page)).toContainText('The connection was lost. Please try again.')
  await page.unroute('**/api/images')
  await modal(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Image uploaded')).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('42')

  await page.route('**/api/deposit', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
  })
  await modal(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
  // The dialog says what happened, and nothing contradicts it.
  await expect(page.getByText('Encounter an unknown error.')).toHaveCount(0)
  await page.unroute('**/api/deposit')
  await modal(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Deposit made successfully')).toBeVisible()
  expect(await customer.transactions()).toHaveLength(1)
})

test.describe('a session that ends while a form is open', () => {
  test.use({ account: { balance: 500 } })

  async function fillTransfer(page: Page) {
    await page.goto('/dashboard/transfer')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Account name').fill('Grace Hopper')
    await page.getByLabel('Account number').fill('0532013000')
    await page.getByLabel('Bank name').fill('Example Savings Bank')
    await page.getByLabel('Amount').fill('120.50')
  }

  test('is noticed without any interaction, leaves room for a notification, and allows logging out', async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width: 375, height: 520 })
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const toast = page.locator('[data-notification]')
    // It stays while the pointer is over it.
    await toast.hover()
    await customer.call('POST', '/auths/logout')
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again).toBeVisible()
    // Opaque, so that amounts on the page can't be read any more.
    await expect(page.getByTestId('session-ended-backdrop')).toHaveCSS('background-color', /^rgb\(/)
    await waitForAnimations(again)
    const upTo = await toast.evaluate((element) => element.getBoundingClientRect().bottom)
    expect((await again.boundingBox())?.y).toBeGreaterThanOrEqual(upTo)
    await again.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate("localStorage.getItem('authToken')")).toBeNull()
  })

  test('logging in again in one tab keeps its unsaved settings and restores the other tab with its form', async ({
    page,
    context,
    customer,
  }) => {
    await blockLiveUpdates(page)
    await fillTransfer(page)
    const other = await context.newPage()
    await other.goto('/dashboard/settings')
    await other.getByLabel('Mobile').fill('+1 555 0100')
    await customer.call('POST', '/auths/logout')
    await other.getByRole('button', { name: 'Save changes' }).click()
    const again = other.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel('Password', { exact: true }).fill(customer.password)
    await other.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(other.getByLabel('Mobile')).toHaveValue('+1 555 0100')
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByText('Profile updated successfully!')).toBeVisible()
    await expect(page.getByLabel('Account name')).toHaveValue('Grace Hopper')
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Confirm with PIN' })).toBeVisible()
  })

  test('asks to log in over the page, keeps the transfer form, and submits once', async ({ page, customer }) => {
    await blockLiveUpdates(page)
    await fillTransfer(page)
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(page, 'PIN', '1234')
    // Not earlier: the check of the payee's name would notice it before the PIN is typed.
    await customer.call('POST', '/auths/logout')
    await page.keyboard.press('Enter')

    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again).toContainText(customer.email)
    await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
    // Escape closes neither this dialog nor the form behind it.
    await page.keyboard.press('Escape')
    await page.keyboard.type('a guess')
    await page.keyboard.press('Enter')
    await expect(again.getByRole('alert')).toHaveText('Invalid e-mail or password.')
    await again.getByLabel('Password', { exact: true }).fill(customer.password)
    await again.getByRole('button', { name: 'Log in' }).click()
    await expect(again).toHaveCount(0)

    await expect(page).toHaveURL('/dashboard/transfer')
    await page.getByRole('button', { name: 'Send $120.50' }).click()
    await expect(page.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    const token = await page.evaluate("localStorage.getItem('authToken')")
    const list = await page.request.get('/api/transactions', { headers: { authorization: `Bearer ${token}` } })
    expect(((await list.json()) as unknown[]).length).toBe(2)
  })
})

test.describe('server errors and timeouts', () => {
  test.use({ account: { balance: 500 } })

  test('each part that fails with 500 shows an error and offers a retry', async ({ page }) => {
    const broken = (url: URL) => /^\/api\/(transactions|users\/months|users\/devices|settings)$/.test(url.pathname)
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { message: 'Oops.' } }))
    await page.goto('/dashboard')
    await expect(page.getByText('Failed to load transactions.')).toBeVisible()
    await expect(page.getByText('We couldn’t load your income and spending.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$500.00')
    await page.goto('/dashboard/deposit')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(modal(page).getByRole('alert')).toHaveText('An error occurred while fetching settings.')
    await page.unroute(broken)
    await modal(page).getByRole('button', { name: 'Try again' }).click()
    await expect(modal(page)).toContainText('Account number refresh')
    await page.goto('/dashboard')
    await expect(page.getByRole('table', { name: 'Recent Transactions' })).toContainText('$500.00')
  })

  test('a request without a response times out after twenty seconds and can be retried', async ({ page, customer }) => {
    await page.clock.install()
    await page.goto('/dashboard/transfer')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Account name').fill('Grace Hopper')
    await page.getByLabel('Account number').fill('0532013000')
    await page.getByLabel('Bank name').fill('Example Savings Bank')
    await page.getByLabel('Amount').fill('10')
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await page.route('**/api/transfer', () => {})
    const sent = page.waitForRequest('**/api/transfer')
    await typeDigits(page, 'PIN', '1234')
    await page.keyboard.press('Enter')
    await sent
    await expect(page.getByRole('button', { name: 'Sending' })).toBeDisabled()
    await page.clock.fastForward(21_000)
    await expect(page.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
    await page.unroute('**/api/transfer')
    await modal(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    expect(await customer.transactions()).toHaveLength(2)
  })
})
