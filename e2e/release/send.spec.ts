import type { Locator, Page } from '@playwright/test'
import { expect, test, typeDigits } from '../customer-test.ts'
import { linkInMail } from '../mailbox.ts'
import { consoleErrorsOf } from '../page-actions.ts'

test.use({ account: { balance: 500 }, viewport: { width: 390, height: 844 }, hasTouch: true })

/** A tap is a press on a link, a button or a field. Typing a name, an amount or the digits of the PIN is none. */
function countTaps() {
  let taps = 0
  return {
    tap: async (target: Locator) => {
      taps += 1
      await target.tap()
    },
    taps: () => taps,
  }
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const sendLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Account menu' }).getByRole('link', { name: 'Send', exact: true })

/** Types into the field that has the focus by itself. */
async function typeInto(page: Page, label: string, text: string) {
  await expect(page.getByLabel(label, { exact: true })).toBeFocused()
  await page.keyboard.type(text)
}

/** Goes from the amount to the submitted payment. The last digit of the PIN sends it. */
async function payAmount(page: Page, amount: string, tap: (target: Locator) => Promise<void>) {
  await typeInto(page, 'Amount', amount)
  await tap(button(page, 'Continue'))
  await expect(dialog(page)).toContainText('FeeNo fee')
  await expect(dialog(page)).toContainText('ArrivalAfter we’ve reviewed it')
  await tap(button(page, 'Confirm with PIN'))
  await typeDigits(page, 'PIN', '1234')
  await expect(dialog(page).getByRole('heading', { name: 'Transfer Submitted!' })).toBeVisible()
}

test('pays a known payee with four taps, somebody new in the bank with six, and moves to an own account', async ({
  page,
  customer,
  admin,
  bank,
}) => {
  const errors = consoleErrorsOf(page)
  const grace = await admin.createAccount({ fullName: 'Grace Hopper' })
  await page.goto(await linkInMail(bank.dataDir, grace.email, '/confirm-email'))
  await expect(page).toHaveURL('/confirm-email')
  await customer.transfer(10, { accountName: 'Linus Example' })
  await customer.call('POST', '/accounts', { name: 'Holidays' })

  const known = countTaps()
  await page.goto('/dashboard')
  await known.tap(sendLink(page))
  await known.tap(
    page.getByRole('region', { name: 'Recent', exact: true }).getByRole('button', { name: /Linus Example/ }),
  )
  await payAmount(page, '12.50', known.tap)
  expect(known.taps()).toBe(4)
  const paid = await customer.latestTransaction()
  expect(paid).toMatchObject({ amount: -12.5, status: 'Pending', counterparty: { accountName: 'Linus Example' } })
  await button(page, 'Done').tap()

  const newcomer = countTaps()
  await page.goto('/dashboard')
  await newcomer.tap(sendLink(page))
  await newcomer.tap(page.getByRole('textbox', { name: 'Search payees' }))
  await page.keyboard.type(grace.email)
  await newcomer.tap(page.getByRole('button', { name: `Pay ${grace.email}` }))
  await typeInto(page, 'Name', 'Grace Hoper')
  await newcomer.tap(button(page, 'Continue'))
  await expect(dialog(page)).toContainText('Grace Hopper')
  await payAmount(page, '7', newcomer.tap)
  expect(newcomer.taps()).toBe(6)
  const { accountNumber } = (await grace.call('GET', '/users')).user
  const first = await customer.latestTransaction()
  expect(first.counterparty).toMatchObject({ accountName: 'Grace Hopper', accountNumber })
  await button(page, 'Done').tap()

  // Grace is a recent payee now, and her number with a typing error belongs to no one.
  const search = page.getByRole('textbox', { name: 'Search payees' })
  await search.fill('hopp')
  await expect(page.getByRole('region', { name: 'Recent', exact: true }).getByRole('button')).toHaveCount(1)
  await search.fill(
    `${accountNumber.slice(0, 4)} ${accountNumber.slice(4, -1)}${(Number(accountNumber.at(-1)) + 1) % 10}`,
  )
  await page.getByRole('button', { name: /^Pay account/ }).tap()
  await typeInto(page, 'Name', 'Grace Hopper')
  await button(page, 'Continue').tap()
  await expect(page.getByLabel('Email, account number or IBAN')).toHaveAccessibleDescription(
    'There is no account with this number at Fable Bank.',
  )
  await expect(page.getByLabel('Bank name')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Another bank' }).tap()
  await expect(page.getByLabel('Bank name')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).tap()

  await search.fill('holi')
  await page
    .getByRole('region', { name: 'Your accounts' })
    .getByRole('button', { name: /Holidays/ })
    .tap()
  await typeInto(page, 'Amount', '20')
  await button(page, 'Move').tap()
  await expect(page.getByText('$20.00 moved to Holidays')).toBeVisible()
  expect(await customer.balance()).toBe(450.5)
  expect(errors).toEqual([])
})

test('Pay again opens Send with the payee of a transaction filled in', async ({ page, customer }) => {
  await customer.transfer(10, { accountName: 'Linus Example', iban: 'DE89370400440532013000' })
  await page.goto('/dashboard/transactions')
  await page
    .getByRole('button', { name: /Linus Example/ })
    .first()
    .tap()
  await dialog(page).getByRole('link', { name: 'Pay again' }).tap()
  await expect(page).toHaveURL('/dashboard/send')
  await expect(dialog(page)).toContainText('Linus Example')
  await typeInto(page, 'Amount', '3')
  await button(page, 'Continue').tap()
  await expect(dialog(page)).toContainText('IBANDE89 3704 0044 0532 0130 00')
})
