import type { Page } from '@playwright/test'
import type { Overview } from '#contract/overview.ts'
import { expect, test } from './admin-test.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })
const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('what waits, today, and the live proof: customer balances and internal accounts are zero together', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Counted' })
  const before: Overview = await admin.call('GET', '/admin/overview')
  await admin.call('POST', '/admin/fund', { userId: ada.id, amount: 321.5 })
  await ada.transfer(21.5)
  const page = await openAsAdmin('/dashboard/user')
  await expect(strip(page)).toContainText(`Waiting${before.waiting.count + 1}`)
  await expect(strip(page)).toContainText(`Deposits today${dollars(before.today.deposits.amount + 321.5)}`)
  await expect(strip(page)).toContainText('oldest')

  await strip(page).getByRole('button', { name: 'Check now' }).click()
  await expect(strip(page)).toContainText('Checked just now')
  const { books }: Overview = await admin.call('GET', '/admin/overview')
  const sum = dollars(books?.customerBalances ?? 0)
  await expect(strip(page)).toContainText(`Customer balances ${sum} + internal accounts -${sum} = $0.00`)
  await expect(strip(page)).toContainText(`${(books?.postings ?? 0).toLocaleString('en-US')} postings`)

  await strip(page)
    .getByRole('link', { name: /oldest/ })
    .click()
  await expect(page).toHaveURL(/all-transactions\?status=Pending/)
})

test('books that are wrong are not called right; books nobody verified are not called verified', async ({
  openAsAdmin,
  page,
  admin,
}) => {
  const real: Overview = await admin.call('GET', '/admin/overview')
  let books: Overview['books'] = {
    verifiedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    customerBalances: 100.07,
    internalAccounts: [{ name: 'adjustments', balance: -100 }],
    difference: 0.07,
    crookedAccounts: 1,
    accounts: 5,
    postings: 9,
  }
  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: { ...real, books } }))
  await openAsAdmin('/dashboard/audit')
  await expect(strip(page)).toContainText('The books don’t balance.')
  await expect(strip(page)).toContainText('= $0.07')
  await expect(strip(page)).toContainText('1 account balance doesn’t match its postings.')
  await expect(strip(page)).toContainText('Checked 3 h ago')
  books = null
  await page.reload()
  await expect(strip(page)).toContainText('The books haven’t been checked yet.')
  await expect(strip(page)).not.toContainText('$0.00 =')
})

test('on a phone it is one line that says as of when, and opens and closes under the keyboard', async ({
  openAsAdmin,
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const real: Overview = await admin.call('GET', '/admin/overview')
  const books: Overview['books'] = {
    verifiedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    customerBalances: 100,
    internalAccounts: [{ name: 'adjustments', balance: -100 }],
    difference: 0,
    crookedAccounts: 0,
    accounts: 5,
    postings: 9,
  }
  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: { ...real, books } }))
  await openAsAdmin('/dashboard/audit')
  const fold = strip(page).getByRole('button', { name: /waiting · books balanced 3 h ago/ })
  const figures = strip(page).getByText('Deposits today')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(figures).toBeHidden()
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(figures).toBeVisible()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(fold).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(figures).toBeHidden()
  await expect(fold).toBeFocused()
})

test('an overview that can’t be loaded offers to try again', async ({ openAsAdmin, page }) => {
  let away = true
  await page.route('**/api/admin/overview', (route) =>
    away ? route.fulfill({ status: 500, json: { message: 'No.' } }) : route.continue(),
  )
  await openAsAdmin('/dashboard/user')
  await expect(strip(page)).toContainText('Failed to load the overview.')
  away = false
  await strip(page).getByRole('button', { name: 'Try again' }).click()
  await expect(strip(page)).toContainText('Waiting')
})

test('a page that nobody touches loads by itself, and says that nobody is there', async ({ openAsAdmin, page }) => {
  await page.clock.install()
  await openAsAdmin('/dashboard/audit')
  await expect(strip(page)).toContainText('Waiting')
  const next = () => page.waitForRequest('**/api/admin/overview')
  const passive = async (request: ReturnType<typeof next>) => (await request).headers()['x-passive']

  const alone = next()
  await page.clock.runFor(95_000)
  await alone
  const stillAlone = next()
  await page.clock.runFor(31_000)
  expect(await passive(stillAlone)).toBe('1')

  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  const touched = next()
  await page.clock.runFor(31_000)
  expect(await passive(touched)).toBeUndefined()
})
