/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, row, test, toast } from '../admin-test.ts'
import { blockLiveUpdates } from '../customer-test.ts'
import { imageReceipt } from '../files.ts'
import { drag } from '../touch.ts'

const panel = (page: Page) => page.getByRole('dialog')
const all = '/dashboard/all-transactions'
const pendingTable = (page: Page) => page.getByRole('table', { name: 'Waiting for a decision' })

test('lists pending transactions first with their age, and decided rows of a customer with both dates', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Waiting', balance: 50 })
  await ada.fund(12, '2026-01-05T12:00:00.000Z')
  const { _id: id } = await ada.transfer(5)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  const mine = row(page, id.slice(19))
  await expect(mine).toContainText('waiting just now')
  await expect(mine).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{2}:\d{2}/)
  await expect(mine).toContainText('-$5.00')
  for (const column of ['Transaction ID', 'User', 'Amount', 'Type', 'Status', 'Date'])
    await expect(pendingTable(page).getByRole('columnheader', { name: column })).toBeVisible()
  const decided = page.getByRole('table', { name: 'Decided' }).locator('tbody').getByRole('row')
  await expect(decided).toHaveCount(2)
  await expect(decided.first()).toContainText('Updated')
  await expect(page.getByRole('table', { name: 'Decided' })).toContainText(
    /Jan 5, 2026 12:00booked [A-Z][a-z]{2} \d{1,2}, \d{4}/,
  )
  await expect(decided.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Customer: Ada Waiting' }).click()
  await expect(page).toHaveURL(all)
  const ages = pendingTable(page).locator('tbody').getByRole('row')
  await expect(ages.first()).toContainText(/waiting (\d+ d|\d+ h)/)
})

test('searches by id or its first characters and keeps filters in the URL', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Searched', balance: 50 })
  const { _id: id } = await ada.transfer(7)
  const page = await openAsAdmin(all)
  await page.getByLabel('Search transactions').fill(id.slice(0, 30).toUpperCase())
  await expect(page).toHaveURL(/search=/)
  const rows = page.getByRole('table', { name: 'Results' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ada Searched')
  await page.getByLabel('Search transactions').fill('no such text')
  await expect(page.getByText('No transactions')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByLabel('Status').selectOption('Declined')
  await page.getByLabel('Type').selectOption('Transfer')
  await expect(page).toHaveURL(/status=Declined/)
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('Declined')
  await expect(page.getByLabel('Type')).toHaveValue('Transfer')
  await expect(rows.first()).toContainText('Declined')
  await expect(page.getByRole('table', { name: 'Results' })).not.toContainText('Deposit')
})

test('approves a deposit after showing its receipt, the customer and the balance before and after', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Depositor', balance: 20 })
  const { _id: id } = await ada.deposit(500.25)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await row(page, id.slice(19))
    .getByRole('button', { name: id.slice(0, 19) })
    .click()
  await expect(panel(page)).toContainText(ada.email)
  await expect(panel(page)).toContainText('$500.25')
  const receipt = panel(page).getByRole('img', { name: 'Uploaded receipt' })
  await expect(receipt).toBeVisible()
  const { drawn, natural } = await receipt.evaluate((image: HTMLImageElement) => ({
    drawn: image.getBoundingClientRect().width,
    natural: image.naturalWidth,
  }))
  expect(natural).toBe(600)
  expect(drawn).toBeGreaterThan(450)
  await panel(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(panel(page)).toContainText('Approve the deposit of $500.25 for Ada Depositor?')
  await expect(panel(page)).toContainText('Available balance: $20.00 now, $520.25 after.')
  await panel(page).getByRole('button', { name: 'Approve $500.25' }).click()
  await expect(toast(page, 'Transaction approved')).toBeVisible()
  await expect(row(page, id.slice(19)).filter({ hasText: 'Updated' })).toBeVisible()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await expect(panel(page)).toContainText('Approved by')
})

test('declines a transfer with a suggested reason that the customer can read', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Declined', balance: 20 })
  const { _id: id } = await ada.transfer(15)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await row(page, id.slice(19))
    .getByRole('button', { name: /^Decline/ })
    .click()
  await expect(panel(page)).toContainText('Available if declined')
  await panel(page).getByRole('button', { name: 'The recipient’s details are incomplete.' }).click()
  await expect(panel(page).getByLabel('Reason (optional)')).toHaveValue('The recipient’s details are incomplete.')
  await panel(page).getByRole('button', { name: 'Decline $15.00' }).click()
  await expect(toast(page, 'Transaction declined')).toBeVisible()
  // The lists of pending and decided transactions reload separately: for a moment the row is in both.
  await expect(row(page, id.slice(19)).filter({ hasText: 'Declined' }).filter({ hasText: 'Updated' })).toBeVisible()
  await expect(row(page, id.slice(19))).toHaveCount(1)
  const [own] = (await ada.call('GET', '/transactions')) as unknown as { reason: string }[]
  expect(own?.reason).toBe('The recipient’s details are incomplete.')
})

test('warns of a duplicate receipt, names who used it, and lists recent decisions', async ({ admin, openAsAdmin }) => {
  const [ben, ada] = [
    await admin.createAccount({ fullName: 'Ben Twice' }),
    await admin.createAccount({ fullName: 'Ada Earlier' }),
  ]
  const same = await imageReceipt('the very same')
  await ben.deposit(30, same)
  const { _id: first } = await ada.deposit(10)
  await admin.call('POST', '/deposit/decline', { transactionId: first, reason: 'Unreadable' })
  const { _id: id } = await ada.deposit(40, same)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await expect(row(page, id.slice(19))).toContainText('Duplicate receipt')
  await row(page, id.slice(19))
    .getByRole('button', { name: id.slice(0, 19) })
    .click()
  const duplicate = panel(page).getByRole('region', { name: 'Duplicate receipt' })
  await expect(duplicate).toContainText('by Ben Twice')
  const earlier = panel(page).getByRole('region', { name: 'Recent decisions' })
  await expect(earlier).toContainText('Unreadable')
  await earlier.getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`transaction=${first}`))
  await expect(panel(page)).toContainText('Declined by')
})

test('names the customer who owns the receiving account of an internal transfer', async ({ admin, openAsAdmin }) => {
  const [ada, ben] = [await admin.createAccount({ balance: 20 }), await admin.createAccount({ fullName: 'Ben Real' })]
  const { user } = await ben.call('GET', '/users')
  const { _id: id } = await ada.transfer(5, { accountNumber: user.accountNumber, accountName: 'Somebody Else' })
  const page = await openAsAdmin(`${all}?transaction=${id}`)
  await expect(panel(page)).toContainText('the account belongs to Ben Real. The sender entered “Somebody Else”.')
})

test('tells the second of two administrators who decided first', async ({ admin, openAsAdmin, page }) => {
  await blockLiveUpdates(page)
  const [ada, grace] = [
    await admin.createAccount({ balance: 50 }),
    await admin.createAccount({ fullName: 'Grace Faster', role: 'Admin' }),
  ]
  const [{ _id: opposite }, { _id: same }] = [await ada.transfer(5), await ada.transfer(6)]
  await openAsAdmin(`${all}?transaction=${opposite}`)
  await panel(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await grace.call('POST', '/deposit/decline', { transactionId: opposite, reason: 'Wrong receiver' })
  await panel(page).getByRole('button', { name: 'Approve $5.00' }).click()
  const message = 'This transaction has already been decided. Grace Faster declined it: Wrong receiver.'
  await expect(toast(page, message)).toBeVisible()
  await expect(panel(page)).toContainText('Declined by')

  await page.goto(`${all}?transaction=${same}`)
  await panel(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await grace.call('POST', '/deposit/approve', { transactionId: same })
  await panel(page).getByRole('button', { name: 'Approve $6.00' }).click()
  await expect(toast(page, 'Already approved by Grace Faster')).toBeVisible()
})

test('offers to retry when the list fails to load', async ({ openAsAdmin, page }) => {
  let isFailing = true
  await page.route('**/api/transactions/admin**', (route) =>
    isFailing ? route.fulfill({ status: 500, json: { message: 'No.' } }) : route.continue(),
  )
  await openAsAdmin(`${all}?status=Completed`)
  await expect(page.getByText('Failed to load transactions.')).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the panel follows the finger, and asks before a typed reason is lost', async ({ admin, openAsAdmin }) => {
    const ada = await admin.createAccount({ balance: 20 })
    const { _id: id } = await ada.transfer(5)
    const page = await openAsAdmin(`${all}?transaction=${id}`)
    await panel(page).getByRole('button', { name: 'Decline', exact: true }).tap()
    await panel(page).getByRole('textbox').first().fill('Wrong receiver')
    await expect(page.locator('[data-sheet-handle]')).toBeVisible()
    const top = await panel(page).evaluate((popup) => popup.getBoundingClientRect().top)
    await drag(page, { from: { x: 150, y: top + 20 }, down: 420 })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap()
    await expect(panel(page)).toHaveCount(0)
  })
})
