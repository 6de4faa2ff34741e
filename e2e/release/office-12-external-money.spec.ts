import type { Page } from '@playwright/test'
import { expect, test, toast } from '../admin-test.ts'
import { expectCleanNow } from '../axe.ts'

const today = () => new Date().toISOString().slice(0, 10)
/** '261116', as MT940 writes a date. */
const shortDay = () => today().slice(2).replaceAll('-', '')

type Entry = { amount: string; text: string }

/** A statement of one day with an opening balance of 1,000.00. */
function mt940(account: string, entries: readonly Entry[], closing: string): Buffer {
  const day = shortDay()
  const fields = entries.flatMap(({ amount, text }, index) => [
    `:61:${day}${day.slice(2)}C${amount}NTRFNONREF//B${index}`,
    `:86:${text}`,
  ])
  const balances = [`:60F:C${day}USD1000,00`, ...fields, `:62F:C${day}USD${closing}`]
  return Buffer.from([':20:STATEMENT', `:25:${account}`, ':28C:1/1', ...balances, '-', ''].join('\r\n'))
}

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Choose a bank statement').setInputFiles({ name, mimeType: 'text/plain', buffer })

test('from a deposit to a reconciliation without a difference', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Outside' })
  await ada.deposit(77.31)
  const { reference } = await ada.call('GET', '/deposit/reference')
  const account = String(Date.now())
  const page = await openAsAdmin('/dashboard/outside/statements')
  await chooseFile(page, 'november.sta', mt940(account, [{ amount: '77,31', text: `Deposit ${reference}` }], '1077,31'))

  // The account is not known yet: it is added from the refusal, and the file imported again.
  await expect(page.getByRole('heading', { name: 'This account is not listed yet' })).toBeFocused()
  await page.getByRole('button', { name: 'Add the account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('IBAN or account number')).toHaveValue(account)
  await dialog.getByLabel('Name').fill(`First Bank ${account}`)
  await dialog.getByRole('button', { name: 'Add and import' }).click()
  await expect(page.getByRole('heading', { name: 'Statement imported' })).toBeFocused()

  await page.getByRole('link', { name: 'Decide on the lines' }).click()
  const matched = page.getByRole('table', { name: 'Matched' })
  await expect(matched.getByRole('list', { name: 'Reasons' })).toHaveText(/reference OK.*amount OK/)
  await matched.getByRole('button', { name: `Deposit ${reference}` }).click()
  await expect(page.getByText('Confirming approves this deposit and books the line.')).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(toast(page, 'Line booked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeFocused()
  expect(await ada.balance()).toBe(77.31)

  await page.goto('/dashboard/outside')
  await expect(page.getByText('Everything is explained')).toBeVisible()
  const proof = page.getByRole('region', { name: `First Bank ${account}` })
  await expect(proof.getByText('$1,077.31')).toBeVisible()
  await expect(proof.locator('summary')).toHaveText(/^Balance before the first statement/)
  await expect(proof.locator('dd').last()).toHaveText('$0.00')
})

test('no page about external money has a finding of axe', async ({ openAsAdmin, page }) => {
  await page.setViewportSize({ width: 320, height: 812 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const [path, see] of [
    ['', 'Wire clearing'],
    ['/statements', 'Outside accounts'],
    ['/lines?state=all', 'All lines'],
    ['/payment-runs', 'Payment runs'],
    ['/reports', 'Trial balance'],
  ] as const) {
    await openAsAdmin(`/dashboard/outside${path}`)
    await expect(page.getByRole('heading', { name: see, level: 2 }).last()).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expectCleanNow(page, see)
  }
})
