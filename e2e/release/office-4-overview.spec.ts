import type { Page } from '@playwright/test'
import type { Overview } from '#contract/office/overview.ts'
import { expect, test } from '../admin-test.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })
const money = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('shows pending work, today’s totals, and that customer and internal balances sum to zero', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Counted' })
  const before: Overview = await admin.call('GET', '/admin/overview')
  await admin.call('POST', '/admin/fund', { userId: ada.id, amount: 321.5 })
  await ada.transfer(21.5)
  const page = await openAsAdmin('/dashboard/user')
  await strip(page)
    .getByRole('button', { name: /waiting/ })
    .click()
  await expect(strip(page)).toContainText(`Waiting${before.waiting.count + 1}`)
  await expect(strip(page)).toContainText(`Deposits today${money(before.today.deposits.amount + 321.5)}`)
  await expect(strip(page)).toContainText('oldest')

  const checked = page.waitForResponse('**/api/admin/book-checks')
  await strip(page).getByRole('button', { name: 'Check now' }).click()
  await checked
  await expect(strip(page)).toContainText('Checked just now')
  const { books }: Overview = await admin.call('GET', '/admin/overview')
  const sum = money(books?.customerBalances ?? 0)
  await expect(strip(page)).toContainText(`Customer balances ${sum} + internal accounts -${sum} = $0.00`)
  await expect(strip(page)).toContainText(`${(books?.postings ?? 0).toLocaleString('en-US')} postings`)

  await strip(page)
    .getByRole('link', { name: /oldest/ })
    .click()
  await expect(page).toHaveURL(/all-transactions\?status=Pending/)
})

test('reports books that do not balance and books that were never checked', async ({ openAsAdmin, page, admin }) => {
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

test('is one line above a page, and expands with the keyboard', async ({ openAsAdmin, page, admin }) => {
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
  const toggle = strip(page).getByRole('button', { name: /waiting · books balanced 3 h ago/ })
  const metrics = strip(page).getByText('Deposits today')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(metrics).toBeHidden()
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(metrics).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(metrics).toBeHidden()
  await expect(toggle).toBeFocused()
})

test('offers to retry when the overview fails to load', async ({ openAsAdmin, page }) => {
  let isFailing = true
  await page.route('**/api/admin/overview', (route) =>
    isFailing ? route.fulfill({ status: 500, json: { message: 'No.' } }) : route.continue(),
  )
  await openAsAdmin('/dashboard/user')
  await expect(strip(page)).toContainText('Failed to load the overview.')
  isFailing = false
  await strip(page).getByRole('button', { name: 'Try again' }).click()
  await expect(strip(page)).toContainText('Waiting')
})

test('marks automatic refreshes as passive while the administrator is idle', async ({ openAsAdmin, page }) => {
  await page.clock.install()
  await openAsAdmin('/dashboard/audit')
  await expect(strip(page)).toContainText('Waiting')
  const next = () => page.waitForRequest('**/api/admin/overview')
  const passive = async (request: ReturnType<typeof next>) => (await request).headers()['x-passive']

  const firstIdleRequest = next()
  await page.clock.runFor(95_000)
  await firstIdleRequest
  const secondIdleRequest = next()
  await page.clock.runFor(31_000)
  expect(await passive(secondIdleRequest)).toBe('1')

  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  const activeRequest = next()
  await page.clock.runFor(31_000)
  expect(await passive(activeRequest)).toBeUndefined()
})
