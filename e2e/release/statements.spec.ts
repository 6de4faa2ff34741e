import { readFile } from 'node:fs/promises'
import { expect, onPhone, test } from '../customer-test.ts'

onPhone(() => {
  test.use({ account: { balance: 500 } })

  test('read the statement of a month and download it', async ({ page, customer }) => {
    const { _id: savings } = await customer.call('POST', '/accounts', { name: 'Holidays' })
    await customer.call('POST', '/accounts/move', { from: customer.id, to: savings, amount: 120.5 })
    await page.goto('/dashboard/transactions')
    await page.getByRole('link', { name: 'Statements' }).click()
    const month = page.getByRole('listitem').filter({ hasText: 'So far' })
    await expect(month).toContainText('$379.50')
    await page.getByRole('combobox', { name: 'Account' }).selectOption({ index: 1 })
    await expect(month).toContainText('$120.50')
    await month.getByRole('link').click()
    await expect(page.getByText('This month is not over.')).toBeVisible()
    const lines = page.getByRole('table')
    await expect(lines.getByRole('row')).toHaveCount(1 + 1 + 1 + 1)
    await expect(lines.getByRole('row', { name: 'Between own accounts' })).toContainText('$120.50')
    await expect(lines.getByRole('row', { name: 'Opening balance' })).toContainText('$0.00')

    await page.getByRole('button', { name: 'Download' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d{10}\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toContain(',120.50,120.50,USD,')
  })
})
