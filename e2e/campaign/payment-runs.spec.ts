import { pain002 } from '../../server/test/status-files.ts'
import { expect, row, test, toast } from '../admin-test.ts'
import { expectCleanNow } from '../axe.ts'

test('a run is what the preview showed; it is cancelled, made again, sent, and answered by the outside bank', async ({
  admin,
  openAsAdmin,
}) => {
  const [ada, ben] = [
    await admin.createAccount({ fullName: 'Ada Pays', balance: 100 }),
    await admin.createAccount({ fullName: 'Ben Frozen', balance: 100 }),
  ]
  const [paid, withheld] = [await ada.transfer(43.21), await ben.transfer(12.34)]
  for (const { _id } of [paid, withheld]) await admin.call('POST', '/deposit/approve', { transactionId: _id })
  await admin.call('PATCH', '/admin/user', { userId: ben.id, updates: { status: 'Frozen' }, reason: 'Stolen phone' })
  const number = String(Date.now())
  const name = `Paying Bank ${number}`
  await admin.call('POST', '/admin/outside-accounts', { name, number, currency: 'USD' })

  const page = await openAsAdmin('/dashboard/outside/payment-runs')
  const makeRun = async () => {
    await page.getByLabel('Pay from').selectOption({ label: name })
    await page.getByRole('button', { name: 'Preview the run' }).click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByText(number).first()).toBeVisible()
    await expect(row(page, paid.reference)).toContainText('$43.21')
    await expect(row(page, withheld.reference)).toContainText('The customer is frozen.')
    await page.getByRole('button', { name: /^Make this run: / }).click()
    await expect(page.getByRole('heading', { name: /^Payment run \d+$/ })).toBeVisible()
    await expect(page.getByText(number)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Preview the run' }).click()
  await expect(page.getByText('Choose the account that pays.')).toBeVisible()
  await makeRun()

  // The file was downloaded: cancelling asks.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download pain.001' }).click()
  await download
  await page.getByRole('button', { name: 'Cancel the run' }).click()
  const dialog = page.getByRole('dialog')
  const cancel = dialog.getByRole('button', { name: 'Cancel the run' })
  await expect(dialog.getByText(/would be paid twice/)).toBeVisible()
  await expect(cancel).toBeDisabled()
  await dialog.getByLabel('The outside bank does not have this file.').check()
  await cancel.click()
  await expect(page.getByText(/Its payments are free for another run/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download pain.001' })).toHaveCount(0)

  await page.getByRole('link', { name: 'All payment runs' }).click()
  await makeRun()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog.getByText(/has the file with/)).toContainText('from Paying Bank')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toast(page, /is marked as sent/)).toBeVisible()

  const [run] = await admin.call('GET', '/admin/payment-runs?limit=1')
  const lines = [{ reference: paid.reference, status: 'RJCT', reason: 'AC04', amount: '43.21' }]
  const file = pain002({ messageId: `RUN-${run.number}-${run._id.slice(-12)}`, lines })
  await page.getByRole('link', { name: 'All payment runs' }).click()
  await page
    .getByLabel('Choose a status file')
    .setInputFiles({ name: 'status.xml', mimeType: 'application/xml', buffer: Buffer.from(file) })
  await expect(page.getByRole('heading', { name: 'Statuses imported' })).toBeFocused()
  await expect(page.getByText('The account is closed. (AC04)')).toBeVisible()
  expect(await ada.balance()).toBe(100)

  await page.setViewportSize({ width: 320, height: 812 })
  await page.getByRole('link', { name: `Run ${run.number}` }).click()
  await expect(row(page, paid.reference)).toContainText('Rejected')
  await expect(row(page, paid.reference)).toContainText('The account is closed. (AC04)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectCleanNow(page, 'a payment run')
})
