import { expect, onPhone, test } from './customer-test.ts'

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
})
