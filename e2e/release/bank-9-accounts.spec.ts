import { expect, onPhone, test, typeDigits } from '../customer-test.ts'

/** Not today, on which it would be moved at once. */
const dayToCome = () => (new Date().getUTCDate() === 15 ? '16' : '15')

onPhone(() => {
  test.use({ account: { balance: 500 } })

  test('open a savings account, move money there and back, and close it', async ({ page, customer }) => {
    await page.goto('/dashboard')
    const savings = page.getByRole('region', { name: 'Savings' })
    const dialog = page.getByRole('dialog')
    await savings.getByRole('button', { name: 'Open a savings account' }).click()
    await dialog.getByLabel('Name').fill('Holidays')
    await dialog.getByLabel('Goal (optional)').fill('400')
    await dialog.getByRole('button', { name: 'Open account' }).click()
    await expect(savings.getByRole('progressbar', { name: 'Progress of Holidays' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    )

    await savings.getByRole('button', { name: 'Automatic saving into Holidays' }).click()
    await expect(dialog.getByText('$3.40 → $4.00: $0.60 saved.')).toBeVisible()
    await dialog.getByLabel('Round up my payments').check()
    await dialog.getByLabel('Every month (optional)').fill('25')
    await dialog.getByLabel('On day').selectOption(dayToCome())
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await savings.getByRole('button', { name: 'Automatic saving into Holidays' }).click()
    await expect(dialog.getByLabel('Round up my payments')).toBeChecked()
    await expect(dialog.getByLabel('Every month (optional)')).toHaveValue('25.00')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await savings.getByRole('button', { name: 'Move money to or from Holidays' }).click()
    await dialog.getByLabel('Amount').fill('500.01')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(dialog.getByText('Insufficient balance.')).toBeVisible()
    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('$100.00 moved to Holidays')).toBeVisible()
    await expect(page.getByRole('region', { name: 'My Balance' }).getByText('$400.00')).toBeVisible()
    await expect(savings.getByText('$100.00')).toBeVisible()
    await expect(savings.getByText('25% of $400.00')).toBeVisible()

    await savings.getByRole('button', { name: 'Edit Holidays' }).click()
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await expect(dialog.getByText('This account still has $100.00.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Move money' }).click()
    await dialog.getByRole('button', { name: 'Use all' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByRole('region', { name: 'My Balance' }).getByText('$500.00')).toBeVisible()
    await savings.getByRole('button', { name: 'Edit Holidays' }).click()
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await expect(savings.getByRole('button', { name: 'Open a savings account' })).toBeVisible()
    expect(await customer.balance()).toBe(500)
    expect(await customer.call('GET', '/accounts')).toMatchObject([
      { kind: 'main', balance: 500 },
      { name: 'Holidays', status: 'Closed', balance: 0 },
    ])
  })

  test('a transfer is paid from a savings account, and the list shows that account alone', async ({
    page,
    customer,
  }) => {
    const { _id } = await customer.call('POST', '/accounts', { name: 'Holidays' })
    await customer.call('POST', '/accounts/move', { from: customer.id, to: _id, amount: 100 })
    await page.goto('/dashboard/transfer')
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From account').selectOption('Holidays · $100.00')
    await dialog.getByLabel('Account name').fill('Grace Hopper')
    await dialog.getByLabel('Account number').fill('0532013000')
    await dialog.getByLabel('Bank name').fill('Example Savings Bank')
    await dialog.getByLabel('Amount').fill('100.01')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Insufficient balance.')).toBeVisible()
    await dialog.getByLabel('Amount').fill('30')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Holidays')).toBeVisible()
    await expect(dialog.getByText('$70.00')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(page, 'PIN', '1234')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Transfer Submitted!')).toBeVisible()

    await page.goto('/dashboard/transactions')
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(5)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Account' }).selectOption('Holidays')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('Holidays · to Grace Hopper')
  })
})
