import { expect, onPhone, test, typeDigits } from '../customer-test.ts'

onPhone(() => {
  test.use({ account: { balance: 500, fullName: 'Clara Whitfield' } })

  test('requests money by link; the payer logs in, comes back, confirms and pays it once', async ({
    page,
    browser,
    baseURL,
    admin,
    customer,
  }) => {
    const savings = await customer.call('POST', '/accounts', { name: 'Lunch money' })
    await page.goto('/dashboard/request')
    await page.getByLabel('Amount').fill('18.40')
    await page.getByLabel('Message').fill('Tickets')
    await page.getByLabel('To account').selectOption({ label: 'Lunch money · $0.00' })
    await page.getByRole('button', { name: 'Create link' }).click()
    const result = page.getByRole('region', { name: 'Your payment link' })
    await expect(result.getByRole('img', { name: 'QR code of the payment link' })).toBeInViewport({ ratio: 0.9 })
    await expect(result).toContainText('to Lunch money')
    const { pathname } = new URL((await result.getByText('/pay/').textContent()) ?? '')

    const ada = await admin.createAccount({ balance: 100, fullName: 'Ada Payer' })
    await ada.token()
    const payer = await (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage()
    const document = (await (await payer.request.get(pathname)).text()).split('</head>')[0]
    expect(document).toContain('<meta property="og:title" content="Pay Clara Whitfield $18.40"/>')
    await payer.goto(pathname)
    await expect(payer).toHaveTitle(/^Pay Clara Whitfield \$18\.40 · /)
    await expect(payer.getByRole('heading', { name: 'Pay Clara Whitfield $18.40' })).toBeVisible()
    await payer.getByRole('link', { name: 'Log in to pay' }).click()
    await payer.getByLabel('Email').fill(ada.email)
    await payer.getByLabel('Password', { exact: true }).fill(ada.password)
    await payer.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(payer.getByRole('heading', { name: 'Pay Clara Whitfield $18.40' })).toBeVisible()
    await expect(payer.getByText('Balance after transfer$81.60')).toBeVisible()
    await expect(payer.getByLabel('Amount')).toHaveCount(0)
    await payer.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(payer, 'PIN', '1234')
    await payer.keyboard.press('Enter')
    await expect(payer.getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
    const sent = await ada.latestTransaction()
    expect(sent).toMatchObject({
      amount: -18.4,
      message: 'Tickets',
      counterparty: { accountName: 'Clara Whitfield', accountNumber: savings.number },
    })

    await payer.reload()
    await expect(payer.getByRole('heading', { name: 'A payment is on its way' })).toBeVisible()
    await admin.call('POST', '/deposit/approve', { transactionId: sent._id })
    await payer.reload()
    await expect(payer.getByRole('heading', { name: 'This request was paid' })).toBeVisible()
    await payer.context().close()
    await expect(page.getByRole('listitem').filter({ hasText: 'Tickets' })).toContainText('Paid by Ada Payer')
  })

  test('splits a bill: one request each, to the cent; a cancelled one can’t be paid', async ({ page, customer }) => {
    await page.goto('/dashboard/request')
    await page.getByRole('button', { name: 'Split a bill' }).click()
    await page.getByLabel('Total amount').fill('10.00')
    await page.getByLabel('What for').fill('Pizza')
    await page.getByLabel('Person 1', { exact: true }).fill('Ben')
    await page.getByRole('button', { name: 'Create 2 requests' }).click()
    await expect(page.getByText('Enter a name for everyone.')).toBeVisible()
    await page.getByLabel('Person 2', { exact: true }).fill('Cy')
    await expect(page.getByLabel('I pay a share too: $3.33')).toBeChecked()
    await page.getByRole('button', { name: 'Create 2 requests' }).click()
    await expect(page.getByText('2 requests created.')).toBeVisible()
    const requests = page.getByRole('listitem').filter({ hasText: 'Pizza' })
    await expect(requests).toContainText([/Pizza · Cy\s*\$3\.33/, /Pizza · Ben\s*\$3\.34/])
    await requests.first().getByRole('button', { name: 'Cancel request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
    await expect(requests.first()).toContainText('Cancelled')
    const [{ code }] = await customer.call('GET', '/pay-requests')
    await page.goto(`/pay/${code}`)
    await expect(page.getByRole('heading', { name: 'This request was cancelled' })).toBeVisible()
  })
})

test('an altered or foreign link says so, and leads nowhere else', async ({ page }) => {
  for (const code of ['9'.repeat(100), 'bitcoin%3Abc1q', 'https%3A%2F%2Fevil.example']) {
    await page.goto(`/pay/${code}`)
    await expect(page.getByRole('heading', { name: 'This link can’t be used' })).toBeVisible()
    await expect(page.getByText('This payment link is not valid. Ask for a new one.')).toBeVisible()
  }
})
