import type { Page } from '@playwright/test'
import { blockLiveUpdates, expect, onPhone, test, typeDigits } from '../customer-test.ts'
import { linkInMail } from '../mailbox.ts'
import { consoleErrorsOf } from '../page-actions.ts'

const form = (page: Page) => page.getByRole('dialog')
const proceed = (page: Page) => form(page).getByRole('button', { name: 'Continue' }).click()

async function openForm(page: Page) {
  await page.goto('/dashboard/transfer')
  await expect(page.getByRole('radio', { name: /Wire Transfer/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form(page)).toBeVisible()
}

async function fillIn(page: Page, amount = '120.50') {
  await page.getByLabel('Account name').fill('Grace Hopper')
  await page.getByLabel('Account number').fill('0532013000')
  await page.getByLabel('Bank name').fill('Example Savings Bank')
  await page.getByLabel('Amount').fill(amount)
}

const close = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).last().click()
const payAgain = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Pay again' }).getByRole('button', { name }).click()

/** Goes from the filled-in form to the PIN step. */
async function toPin(page: Page) {
  await proceed(page)
  await expect(form(page).getByRole('heading', { name: 'Review your transfer' })).toBeVisible()
  await expect(form(page).getByText('No fee')).toBeVisible()
  await expect(form(page).getByText(/^After we’ve reviewed it, usually by \w/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm with PIN' }).click()
}

async function confirmWith(page: Page, pin: string, label = 'PIN') {
  await typeDigits(page, label, pin)
  await page.keyboard.press('Enter')
}

test.describe('without a transaction code', () => {
  test.use({ account: { balance: 500 } })

  // The desktop is in bank-keyboard.spec.ts.
  onPhone(() => {
    test('submits a transfer: form, review, PIN, Transfer Submitted!', async ({ page, customer }) => {
      const errors = consoleErrorsOf(page)
      await openForm(page)
      await fillIn(page)
      await proceed(page)
      const review = form(page)
      for (const text of ['$120.50', 'to Grace Hopper', '0532013000', 'Example Savings Bank'])
        await expect(review).toContainText(text)
      await expect(review).toContainText('Balance after transfer$379.50')
      await page.getByRole('button', { name: 'Confirm with PIN' }).click()
      await expect(page.getByRole('button', { name: 'Send $120.50' })).toBeDisabled()
      await confirmWith(page, '1234')

      await expect(form(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
      const transfer = await customer.latestTransaction()
      expect(transfer).toMatchObject({ type: 'Transfer', amount: -120.5, status: 'Pending' })
      await expect(form(page)).toContainText(transfer.reference)
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(form(page)).toHaveCount(0)
      const beside = page.getByRole('region', { name: 'Transfers' })
      await expect(beside.getByRole('row').nth(1)).toContainText('-$120.50')
      expect(await customer.balance()).toBe(379.5)
      expect(errors).toEqual([])
    })
  })

  test('Back goes to the step before, then closes the form, then leaves the page', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('region', { name: 'My Balance' }).getByRole('link', { name: 'Transfer' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await fillIn(page)
    await proceed(page)
    await expect(form(page)).toContainText('Balance after transfer')
    await page.goBack()
    await expect(page.getByLabel('Amount')).toHaveValue('120.50')
    // The router goes forward again by itself; a second Back before that would be part of the first.
    await expect(page).toHaveURL(/\/dashboard\/transfer$/)
    await page.goBack()
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard\/transfer$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('checks every field before the PIN and clears each error when its field is edited', async ({
    page,
    customer,
  }) => {
    const { user } = await customer.call('GET', '/users')
    await openForm(page)
    await proceed(page)
    const requiredErrors = [
      ['Account name', 'Account name is required.'],
      ['Account number', 'Account number is required.'],
      ['Bank name', 'Bank name is required.'],
      ['Amount', 'Enter a valid withdrawal amount.'],
    ] as const
    for (const [, text] of requiredErrors) await expect(form(page).getByText(text)).toBeVisible()
    await expect(page.getByLabel('Account name')).toBeFocused()
    for (const [label, text] of requiredErrors) {
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text))
      await page.getByLabel(label).fill('0')
      await expect(form(page).getByText(text)).toHaveCount(0)
    }
    for (const amount of ['0', '-5', '10,50', '1.234', 'ten']) {
      await page.getByLabel('Amount').fill(amount)
      await proceed(page)
      await expect(form(page).getByText('Enter a valid withdrawal amount.'), amount).toBeVisible()
    }

    await fillIn(page, '500.01')
    await expect(form(page)).toContainText('You can send up to $500.00.')
    await proceed(page)
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/Insufficient balance\./)
    await page.getByLabel('Amount').fill('500')
    await page.getByLabel('Account number').fill(user.accountNumber)
    await proceed(page)
    await expect(form(page).getByText('You can’t transfer to your own account.')).toBeVisible()
    await page.getByLabel('Account number').fill('0532013000')
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
    await proceed(page)
    await expect(page.getByLabel('IBAN')).toHaveAccessibleDescription('Enter a valid IBAN.')
    await page.getByLabel('IBAN').fill('de89370400440532013000')
    await expect(form(page)).not.toContainText('Enter a valid IBAN.')
    await page.getByLabel('SWIFT code').fill('NOPE')
    await expect(page.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00')
    await proceed(page)
    await expect(page.getByLabel('SWIFT code')).toHaveAccessibleDescription(/^Enter a valid SWIFT code/)
    await page.getByLabel('SWIFT code').fill('cobadeff')
    await proceed(page)
    await expect(form(page)).toContainText('Balance after transfer$0.00')
    await page.getByRole('button', { name: 'Confirm with PIN' }).click()
    await confirmWith(page, '1234')
    await expect(form(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    const { counterparty } = await customer.latestTransaction()
    expect(counterparty).toMatchObject({ iban: 'DE89370400440532013000', swiftCode: 'COBADEFF' })
  })

  test('a previous payee and Pay again fill in everything but the amount; a new transfer starts empty', async ({
    page,
    customer,
  }) => {
    await customer.transfer(10, { accountName: 'Linus Example', iban: 'DE89370400440532013000' })
    await openForm(page)
    await form(page)
      .getByRole('button', { name: /Linus Example/ })
      .click()
    await expect(page.getByLabel('Account name')).toHaveValue('Linus Example')
    await expect(page.getByLabel('Account number')).toHaveValue('0532013000')
    await expect(page.getByLabel('Bank name')).toHaveValue('Example Savings Bank')
    await expect(page.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00')
    await expect(page.getByLabel('Amount')).toBeFocused()
    await close(page)
    await payAgain(page, 'Linus Example')
    await expect(page.getByLabel('Amount')).toBeFocused()
    await expect(page.getByLabel('Account name')).toHaveValue('Linus Example')
    await page.keyboard.type('25')
    await toPin(page)
    await confirmWith(page, '1234')
    await page.getByRole('button', { name: 'Done' }).click()
    const latest = await customer.latestTransaction()
    expect(latest).toMatchObject({ amount: -25, counterparty: { accountName: 'Linus Example' } })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Account name')).toHaveValue('')
  })

  test('shows a wrong PIN at its boxes, sends the next with a new key, locks after five, and a link sets another', async ({
    page,
    customer,
    bank,
  }) => {
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/transfer')) keys.push(request.headers()['idempotency-key'])
    })
    await openForm(page)
    await fillIn(page)
    await toPin(page)
    for (const left of ['4 attempts left.', '3 attempts left.', '2 attempts left.', '1 attempt left.']) {
      await confirmWith(page, '9999')
      await expect(form(page).getByRole('alert')).toHaveText(`Incorrect PIN. ${left}`)
    }
    await confirmWith(page, '9999')
    await expect(form(page).getByRole('alert')).toHaveText('Your PIN is locked after five wrong attempts.')
    await expect(form(page).getByRole('link', { name: 'Set a new PIN' })).toBeVisible()
    expect(new Set(keys).size).toBe(5)
    expect(await customer.balance()).toBe(500)

    await form(page).getByRole('link', { name: 'Write to support' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      'My transaction PIN is locked. Please help me.',
    )
    await page.goto('/dashboard/pin')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText(`We sent a link to`)).toBeVisible()
    await page.goto(await linkInMail(bank.dataDir, customer.email, '/dashboard/pin'))
    for (const label of ['New PIN', 'Confirm new PIN']) await confirmWith(page, '4711', label)
    await expect(page).toHaveURL('/dashboard/settings/security')
    await openForm(page)
    await fillIn(page)
    await toPin(page)
    await confirmWith(page, '4711')
    await expect(form(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
  })

  test('after a lost connection, trying again and Pay again send the same idempotency key and pay once', async ({
    page,
    customer,
  }) => {
    await customer.transfer(10, { accountName: 'Linus Example' })
    const keys: (string | undefined)[] = []
    // The server receives the request, and its first two responses are lost.
    await page.route('**/api/transfer', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 2) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto('/dashboard/transfer')
    await payAgain(page, 'Linus Example')
    await page.getByLabel('Amount').fill('25')
    await toPin(page)
    await confirmWith(page, '1234')
    await expect(form(page).getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
    expect(await customer.transactions()).toHaveLength(3)
    // Closing the dialog keeps the pending submission, and there is no way back to the form.
    await close(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(form(page).getByRole('button', { name: 'Back' })).toHaveCount(0)
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => keys.length).toBe(2)
    await expect(form(page).getByRole('button', { name: 'Try again' })).toBeEnabled()
    await close(page)
    await payAgain(page, 'Linus Example')
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(form(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(await customer.transactions()).toHaveLength(3)
    expect(await customer.balance()).toBe(465)
    // The outcome is known now, so the next transfer is a new one.
    await page.getByRole('button', { name: 'Done' }).click()
    await payAgain(page, 'Linus Example')
    await expect(page.getByLabel('Amount')).toHaveValue('')
  })

  test('shows the server’s rejection and keeps the form when the balance changed meanwhile', async ({
    page,
    customer,
  }) => {
    await blockLiveUpdates(page)
    await openForm(page)
    await fillIn(page, '500')
    await toPin(page)
    await customer.transfer(400)
    await confirmWith(page, '1234')
    await expect(page.locator('[data-error]')).toContainText('Insufficient balance.')
    await expect(page.getByLabel('Amount')).toHaveValue('500')
    expect(await customer.transactions()).toHaveLength(2)
  })
})

test.describe('with a transaction code and a long description', () => {
  const description = 'Your adviser has it. '.repeat(19).trim()
  // A phone in landscape: the boxes have to be visible in a low window.
  test.use({ account: { balance: 500, code: { code: '31415', description } }, viewport: { width: 667, height: 320 } })

  test('asks for the transaction code with its description and notice, then the PIN again', async ({
    page,
    customer,
  }) => {
    await openForm(page)
    await fillIn(page)
    await toPin(page)
    await confirmWith(page, '1234')
    await expect(form(page).getByRole('heading', { name: 'Enter your transaction code' })).toBeVisible()
    await expect(form(page)).toContainText(description)
    await expect(form(page)).toContainText('We never ask for a payment in return for a code.')
    await expect(form(page).getByRole('group', { name: 'Transaction code' }).getByRole('textbox')).toHaveCount(5)
    const first = form(page).getByRole('textbox', { name: 'Transaction code', exact: true })
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })

    await typeDigits(page, 'Transaction code', '00000')
    await page.keyboard.press('Enter')
    await confirmWith(page, '1234')
    await expect(form(page).getByRole('alert')).toHaveText('Incorrect transaction code. 4 attempts left.')

    await typeDigits(page, 'Transaction code', '31415')
    await page.keyboard.press('Enter')
    await confirmWith(page, '1234')
    await expect(form(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    expect(await customer.balance()).toBe(379.5)
  })
})
