import type { Page } from '@playwright/test'
import { expect, test, toast } from '../admin-test.ts'
import { expectCleanNow } from '../axe.ts'

const day = () => new Date().toISOString().slice(2, 10).replaceAll('-', '')

/** An MT940 statement with one credit that no one knows. */
const statement = (account: string): Buffer =>
  Buffer.from(
    [
      ':20:STATEMENT',
      `:25:${account}`,
      ':28C:1/1',
      `:60F:C${day()}USD1000,00`,
      `:61:${day()}${day().slice(2)}C31,42NTRFNONREF//${account}`,
      ':86:Without a reference',
      `:62F:C${day()}USD1031,42`,
      '-',
      '',
    ].join('\r\n'),
  )
const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Choose a bank statement').setInputFiles({ name, mimeType: 'text/plain', buffer })

test('staff say once whose file it is, undo the import, and add an account from the columns of a CSV file', async ({
  admin,
  openAsAdmin,
}) => {
  const number = String(Date.now())
  const name = `Rabo ${number}`
  await admin.call('POST', '/admin/outside-accounts', { name, number: `NL71RABO${number}`, currency: 'USD' })
  const page = await openAsAdmin('/dashboard/outside/statements')
  await chooseFile(page, 'november.sta', statement(number))

  const question = page.getByRole('dialog', { name: 'Which account is this?' })
  await question.getByRole('button', { name: 'Import' }).click()
  await expect(question.getByRole('alert')).toHaveText('Choose the account.')
  await expect(question.getByText('Similar number')).toHaveCount(1)
  await expectCleanNow(page, 'which account')
  await question.getByRole('radio', { name: new RegExp(name) }).check()
  await question.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Statement imported' })).toBeFocused()
  await expect(page.getByRole('button', { name: `Forget the number ${number}` })).toBeVisible()

  await page.getByRole('link', { name: 'Decide on the lines' }).click()
  const summary = page.getByRole('region', { name: 'This statement' })
  await summary.getByRole('button', { name: 'Undo this import' }).click()
  const asked = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(asked.getByText('Nothing is deleted from the books.')).toBeVisible()
  await expectCleanNow(page, 'undo')
  await asked.getByRole('button', { name: 'Undo the import' }).click()
  await expect(toast(page, 'Import undone')).toBeVisible()
  await expect(summary.getByText('Undone', { exact: true })).toBeVisible()

  await page.goto('/dashboard/outside/statements')
  await expect(page.getByRole('button', { name: `Forget the number ${number}` })).toHaveCount(0)
  await chooseFile(page, 'november.csv', Buffer.from('One;Two;Three\n2026-01-05;7.00;Text\n'))
  const columns = page.getByRole('dialog', { name: 'Columns of the CSV file' })
  await columns.getByRole('button', { name: 'Add an account' }).click()
  const form = columns.getByRole('region', { name: 'Add an account' })
  await form.getByLabel('Name').fill(`CSV ${number}`)
  await form.getByLabel('IBAN or account number').fill(`99${number}`)
  await form.getByRole('button', { name: 'Add account' }).click()
  await expect(columns.getByLabel('Outside account')).toHaveText(new RegExp(`CSV ${number}`))
  await expect(columns.getByLabel('Outside account').locator('option:checked')).toHaveText(new RegExp(`CSV ${number}`))
})
