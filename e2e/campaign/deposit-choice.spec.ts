import { expect, test, toast } from '../admin-test.ts'
import { expectCleanNow } from '../axe.ts'

const day = () => new Date().toISOString().slice(2, 10).replaceAll('-', '')

/** An MT940 statement with one credit. */
const statement = (account: string, cents: number, text: string): Buffer => {
  const amount = (cents / 100).toFixed(2).replace('.', ',')
  const closing = ((100_000 + cents) / 100).toFixed(2).replace('.', ',')
  return Buffer.from(
    [
      ':20:STATEMENT',
      `:25:${account}`,
      ':28C:1/1',
      `:60F:C${day()}USD1000,00`,
      `:61:${day()}${day().slice(2)}C${amount}NTRFNONREF//${account}`,
      `:86:${text}`,
      `:62F:C${day()}USD${closing}`,
      '-',
      '',
    ].join('\r\n'),
  )
}

test('staff say which of two a line is, and whether a deposit is money that was credited', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Twice' })
  const { reference } = await ada.call('GET', '/deposit/reference')
  const account = String(Date.now())
  await admin.call('POST', '/admin/outside-accounts', {
    name: `Second Bank ${account}`,
    number: account,
    currency: 'USD',
  })
  const first = await ada.deposit(5)
  await admin.call('POST', '/deposit/approve', { transactionId: first._id })

  const page = await openAsAdmin('/dashboard/outside/statements')
  const buffer = statement(account, 499, `Deposit ${reference}`)
  await page
    .getByLabel('Choose a bank statement')
    .setInputFiles({ name: 'november.sta', mimeType: 'text/plain', buffer })
  await page.getByRole('link', { name: 'Decide on the lines' }).click()
  await page.getByRole('button', { name: `Deposit ${reference}` }).click()
  const panel = page.getByRole('dialog')
  await panel
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click()
  const question = panel.getByRole('alert')
  await expect(question).toContainText('This line may be a deposit that the person has already.')
  await expect(question).toContainText('$5.00')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectCleanNow(page, 'which deposit a line is')
  expect(await ada.balance()).toBe(5)
  await question.getByRole('button', { name: 'It is other money' }).click()
  await expect(toast(page, 'Line booked')).toBeVisible()
  expect(await ada.balance()).toBe(9.99)

  // The other order: the receipt comes after the line was booked.
  const late = await ada.deposit(4.99)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/dashboard/all-transactions?transaction=${late._id}`)
  await panel.getByRole('button', { name: 'Approve', exact: true }).click()
  await panel.getByRole('button', { name: 'Approve $4.99' }).click()
  const doubt = panel.getByRole('alert').filter({ hasText: 'The customer may have this money already.' })
  await expect(doubt.getByRole('listitem')).toHaveCount(1)
  await expect(doubt).toContainText('$4.99')
  await expectCleanNow(page, 'a deposit that may be credited already')
  expect(await ada.balance()).toBe(9.99)
  await panel.getByRole('button', { name: 'It is other money' }).click()
  await expect(toast(page, 'Transaction approved')).toBeVisible()
  expect(await ada.balance()).toBe(14.98)
})
