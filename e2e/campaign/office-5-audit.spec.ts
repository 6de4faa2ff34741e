import { readFile } from 'node:fs/promises'
import { expect, row, test } from '../admin-test.ts'

test('shows actor, action, user and changes, keeps filters in the URL, and links to the transaction', async ({
  admin,
  openAsAdmin,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Audited', role: 'Admin' })
  const ada = await admin.createAccount({ fullName: 'Ada Audited' })
  await grace.call('POST', '/admin/fund', { userId: ada.id, amount: 12.5, note: 'Opening gift' })
  await grace.call('PATCH', '/admin/user', { userId: ada.id, updates: { mobile: '123' } })
  const page = await openAsAdmin('/dashboard/audit')
  const table = page.getByRole('table', { name: 'Audit log' })
  const rows = table.locator('tbody').getByRole('row')
  const funded = row(page, 'Opening gift')
  await expect(funded).toContainText('Grace Audited')
  await expect(funded).toContainText('Funded')
  await expect(funded).toContainText('Ada Audited')
  await expect(funded).toContainText(/balance\s*\$0\.00\s*\$12\.50/)

  await funded.getByRole('button', { name: 'Ada Audited' }).click()
  await expect(page).toHaveURL(new RegExp(`person=${ada.id}`))
  await expect(page.getByRole('button', { name: 'User: Ada Audited' })).toBeVisible()
  // Activated by the demo administrator, then funded and changed by Grace.
  await expect(rows).toHaveCount(3)
  await rows.first().getByRole('button', { name: 'Grace Audited' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Action', { exact: true }).selectOption('Funded account')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/action=account\.funded/)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await rows.first().getByRole('link', { name: 'Open transaction' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ada Audited')
})

test('exports all filtered entries as CSV and escapes formulas', async ({ admin, openAsAdmin }) => {
  const evil = await admin.createAccount({ fullName: '=HYPERLINK("http://x","y")' })
  for (let i = 0; i < 30; i++)
    await admin.call('PATCH', '/admin/user', { userId: evil.id, updates: { mobile: `+${i}` } })
  const page = await openAsAdmin(`/dashboard/audit?person=${evil.id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.trimEnd().split('\r\n')
  // 30 changes (more than one page), the status change, and the header.
  expect(lines).toHaveLength(32)
  expect(lines[0]).toContain('Time,Staff,Staff ID,Action,User,User ID,Before,After,Transaction ID,Request ID,Entry ID')
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
  expect(lines.filter((line) => /(^|,)"?[=+@]/.test(line))).toEqual([])
})
