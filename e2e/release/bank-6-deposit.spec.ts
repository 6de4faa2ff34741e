import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onPhone, type TestAccount, test } from '../customer-test.ts'
import { file, pdf, picture } from '../files.ts'
import { consoleErrorsOf, waitForAnimations } from '../page-actions.ts'

const modal = (page: Page) => page.getByRole('dialog')
const receipt = (page: Page) => modal(page).locator('input[type=file]:not([capture])')

async function open(page: Page, method: 'Wire Transfer' | 'Bitcoin') {
  await page.goto('/dashboard/deposit')
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(modal(page).getByRole('heading', { name: method })).toBeVisible()
}

/** The dialog's title and close button are never covered by notifications. */
async function expectUncovered(page: Page) {
  await waitForAnimations(page.locator('[data-notification]'))
  await expect.poll(() => isUncovered(page)).toBe(true)
}

const isUncovered = (page: Page) =>
  page.evaluate(() => {
    const lowest = Math.max(
      ...[...document.querySelectorAll('[data-notification]')].map((toast) => toast.getBoundingClientRect().bottom),
    )
    const top = document.querySelector('[role=dialog]')?.getBoundingClientRect().top ?? 0
    return lowest > 0 && lowest <= top
  })

const settingsOf = (customer: TestAccount) => customer.call('GET', '/settings')

onPhone(() => {
  test('wire deposit: copy details, countdown, receipt, submitted', async ({ page, context, customer }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const errors = consoleErrorsOf(page)
    const { bankingInfo } = await settingsOf(customer)
    await open(page, 'Wire Transfer')
    await expect(page.getByRole('timer')).toHaveText(/^Account number refresh: (60:00|59:5\d)$/)
    for (const value of [bankingInfo.accountName, bankingInfo.accountNumber, bankingInfo.bankName, bankingInfo.routing])
      await expect(modal(page)).toContainText(value)
    await modal(page).getByRole('button', { name: 'Copy Account number' }).click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(bankingInfo.accountNumber)
    await modal(page).getByRole('button', { name: 'Copy Routing number' }).click()
    await expect(modal(page).getByRole('button', { name: 'Copied Routing number' })).toBeVisible()
    await expect(page.getByText('Copied to clipboard!')).toHaveCount(1)

    const paid = page.getByRole('button', { name: 'I have made Payment' })
    for (const amount of ['', '0', '-1', 'x']) {
      await page.getByLabel('Amount').fill(amount)
      await expect(paid, amount).toBeDisabled()
    }
    await page.getByLabel('Amount').fill('250.25')
    await paid.click()
    const go = modal(page).getByRole('button', { name: 'Continue' })
    await expect(receipt(page)).toBeFocused()
    await expect(go).toBeInViewport({ ratio: 1 })
    await go.click()
    await expect(page.locator('[data-error]')).toContainText('Please upload a receipt before confirming payment.')
    await expectUncovered(page)

    await receipt(page).setInputFiles(file('receipt.pdf', 'application/pdf', pdf()))
    await expect(page.getByText('Image uploaded')).toBeVisible()
    await expect(modal(page).getByText('receipt.pdf')).toBeVisible()
    await go.click()
    await expect(page.getByText('Deposit made successfully')).toBeVisible()
    const deposit = await customer.latestTransaction()
    expect(deposit).toMatchObject({ type: 'Deposit', amount: 250.25, status: 'Pending', method: 'bank' })
    await expect(modal(page)).toContainText(deposit.reference)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('region', { name: 'Deposits' }).getByRole('row').nth(1)).toContainText('$250.25')
    expect(errors).toEqual([])
  })

  test('crypto deposit: exact amount due, shortened address, QR code, countdown, receipt', async ({
    page,
    context,
    customer,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { cryptoInfo } = await settingsOf(customer)
    const [first] = cryptoInfo
    await open(page, 'Bitcoin')
    await expect(page.getByLabel('Currency').getByRole('option')).toHaveText(
      cryptoInfo.map(({ name }: { name: string }) => name),
    )
    await expect(page.getByRole('timer')).toHaveText(/^Time left to pay: 15:5[0-6]$/)
    const { address } = first
    await expect(modal(page)).toContainText(`${address.slice(0, 6)}...${address.slice(-4)}`)
    await modal(page).getByRole('button', { name: 'Copy Address' }).click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)

    const code = modal(page).getByRole('img', { name: /QR code/ })
    expect(await code.boundingBox()).toMatchObject({ width: 120, height: 120 })
    const { data, info } = await sharp(await code.screenshot({ scale: 'css' }))
      .resize(480, 480, { kernel: 'nearest' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(address)

    await page.getByLabel('Amount').fill('19.99')
    const exact = (1999n * BigInt(Math.round(Number(first.rate) * 1e18))) / 100n
    const due = `${exact / 10n ** 18n}.${String(exact % 10n ** 18n).padStart(18, '0')}`.replace(/0+$/, '')
    await expect(modal(page)).toContainText(`${due} BTC`)

    await page.getByRole('button', { name: 'I have made Payment' }).click()
    await receipt(page).setInputFiles(file('photo.jpg', 'image/jpeg', await picture(60, 40)))
    await expect(modal(page).getByText('Uploaded', { exact: true })).toBeVisible()
    await expect(modal(page).getByAltText('Selected file')).toBeVisible()
    await modal(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Deposit made successfully')).toBeVisible()
    const deposit = await customer.latestTransaction()
    expect(deposit).toMatchObject({ amount: 19.99, method: 'crypto', crypto: { currency: first.name, amountDue: due } })
  })
})

test('a long file name stays inside the dialog, and a new file clears the error', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'Wire Transfer')
  await page.getByLabel('Amount').fill('10')
  await page.keyboard.press('Enter')
  await modal(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('[data-error]')).toHaveText('Please upload a receipt before confirming payment.')
  const name = `Screenshot_20261115-191233-${'x'.repeat(40)}.pdf`
  await receipt(page).setInputFiles(file(name, 'application/pdf', pdf()))
  await expect(modal(page).getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(page.locator('[data-error]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove file' })).toBeInViewport({ ratio: 1 })
  expect(await modal(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
})

test('repeated errors show as one notification and leave the form its height', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await open(page, 'Wire Transfer')
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'I have made Payment' }).click()
  const go = modal(page).getByRole('button', { name: 'Continue' })
  for (let press = 0; press < 10; press += 1) await go.press('Enter')
  await expect(page.locator('[data-notification]')).toHaveText('Please upload a receipt before confirming payment.')
  await expectUncovered(page)
  expect((await modal(page).boundingBox())?.height).toBeGreaterThan(400)
})

test('the wire countdown shows minutes and seconds and reloads the details at zero', async ({ page }) => {
  await page.clock.install()
  let loaded = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/settings')) loaded += 1
  })
  await open(page, 'Wire Transfer')
  await expect(page.getByRole('timer')).toContainText('Account number refresh: ')
  await page.clock.runFor(61_000)
  await expect(page.getByRole('timer')).toHaveText(/Account number refresh: 58:5\d/)
  expect(loaded).toBe(1)
  await page.clock.fastForward(3_540_000)
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText(/Account number refresh: (60:00|59:5\d)/)
  await expect.poll(() => loaded).toBe(2)
})

test('an expired crypto quote offers a new one', async ({ page }) => {
  await page.clock.install()
  await open(page, 'Bitcoin')
  await page.getByLabel('Amount').fill('10')
  await expect(page.getByRole('button', { name: 'I have made Payment' })).toBeEnabled()
  await page.clock.fastForward(957_000)
  await page.clock.runFor(1_000)
  await expect(modal(page).getByRole('alert')).toContainText('The quote has expired.')
  await expect(page.getByRole('button', { name: 'I have made Payment' })).toBeDisabled()
  const again = page.waitForRequest('**/api/settings')
  await page.getByRole('button', { name: 'Get a new quote' }).click()
  await again
  await page.clock.runFor(1_000)
  await expect(page.getByRole('timer')).toHaveText(/Time left to pay: 15:5\d/)
  await expect(page.getByRole('button', { name: 'I have made Payment' })).toBeEnabled()
})

test('scales a photo to 1024 px before upload and shows progress', async ({ page, customer }) => {
  await open(page, 'Wire Transfer')
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'I have made Payment' }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let sent: Buffer = Buffer.alloc(0)
  await page.route('**/api/images', async (route) => {
    sent = route.request().postDataBuffer() ?? sent
    await held
    await route.continue()
  })
  const original = await picture(3000, 1500)
  await receipt(page).setInputFiles(file('photo.jpg', 'image/jpeg', original))
  await expect(modal(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(modal(page).getByRole('button', { name: 'Continue' })).toBeDisabled()
  release()
  await expect(page.getByText('Image uploaded')).toBeVisible()
  const start = sent.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
  const { width, height, format } = await sharp(sent.subarray(start)).metadata()
  expect({ width, height, format }).toEqual({ width: 1024, height: 512, format: 'jpeg' })

  await modal(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Deposit made successfully')).toBeVisible()
  const { receipt: kept } = await customer.latestTransaction()
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('region', { name: 'Deposits' })
    .getByRole('button', { name: /show details/ })
    .first()
    .click()
  await expect(modal(page).getByAltText('Your receipt')).toBeVisible()
  expect(kept).toMatch(/^\/api\/images\//)
})
