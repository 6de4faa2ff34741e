import type { Page } from '@playwright/test'
import { giveRole } from '../server/test/bank-process.ts'
import type { TestAccount, TestAdmin } from './accounts.ts'
import { expect, test, toast } from './admin-test.ts'

test.use({ bankSettings: { FOUR_EYES_ABOVE: '1000' } })

/** Counts for neither of the two. */
async function fundByTwo(admin: TestAdmin, second: TestAccount, customer: TestAccount, amount: number) {
  const { _id } = await admin.call('POST', '/admin/fund', { userId: customer.id, amount })
  await second.call('POST', '/deposit/approve', { transactionId: _id })
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a fund above the limit needs a second administrator; proposers can’t approve their own', async ({
  admin,
  bank,
  openAsAdmin,
  openAs,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Second' })
  await giveRole(bank.dataDir, grace.id, 'Admin')
  const ada = await admin.createAccount({ fullName: 'Ada Large' })
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  await mine.getByRole('button', { name: 'Fund' }).click()
  await dialog(mine).getByLabel('Amount').fill('1000.01')
  await dialog(mine).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(mine)).toContainText('More than $1,000.00 in 24 hours needs a second member of staff.')
  await dialog(mine).getByRole('button', { name: 'Propose funding $1,000.01' }).click()
  await expect(toast(mine, 'Proposed: waits for a second member of staff')).toBeVisible()
  expect(await ada.call('GET', '/users')).toMatchObject({ user: { balance: 0 } })

  const [{ _id }] = await admin.call('GET', `/transactions/admin?userId=${ada.id}`)
  const address = `/dashboard/all-transactions?transaction=${_id}`
  await mine.goto(address)
  await expect(dialog(mine)).toContainText('You proposed this')
  await expect(dialog(mine).getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await mine.keyboard.press('a')
  await expect(dialog(mine).getByRole('button', { name: 'Approve $1,000.01' })).toHaveCount(0)

  const hers = await openAs(await grace.token(), address)
  await expect(dialog(hers)).toContainText('Fiona Archer proposed this')
  await dialog(hers).getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog(hers).getByRole('button', { name: 'Approve $1,000.01' }).click()
  await expect(toast(hers, 'Transaction approved')).toBeVisible()
  expect(await ada.call('GET', '/users')).toMatchObject({ user: { balance: 1000.01 } })

  await hers.goto(`/dashboard/audit?person=${ada.id}&action=transaction.approved`)
  const entry = hers.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row')
  await expect(entry).toContainText('Grace Second')
  await expect(entry).toContainText('Fiona Archer')
  await hers.context().close()
})

test('an approval above the limit needs two administrators, below it one', async ({
  admin,
  bank,
  openAsAdmin,
  openAs,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Confirms' })
  await giveRole(bank.dataDir, grace.id, 'Admin')
  const ada = await admin.createAccount({ fullName: 'Ada Sender' })
  await fundByTwo(admin, grace, ada, 1800)
  const [{ _id: large }, { _id: small }] = [await ada.transfer(1200), await ada.transfer(500)]
  const mine = await openAsAdmin(`/dashboard/all-transactions?transaction=${small}`)
  await dialog(mine).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog(mine)).not.toContainText('second member of staff')
  await dialog(mine).getByRole('button', { name: 'Approve $500.00' }).click()
  await expect(toast(mine, 'Transaction approved')).toBeVisible()

  await mine.goto(`/dashboard/all-transactions?transaction=${large}`)
  await dialog(mine).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog(mine)).toContainText('More than $1,000.00 in 24 hours needs a second member of staff.')
  await dialog(mine).getByRole('button', { name: 'Propose approving $1,200.00' }).click()
  await expect(toast(mine, 'Proposed: waits for a second member of staff')).toBeVisible()
  await expect(dialog(mine)).toContainText('You proposed this')

  const hers = await openAs(await grace.token(), `/dashboard/all-transactions?person=${ada.id}`)
  await expect(hers.getByRole('table', { name: 'Waiting for a decision' })).toContainText('Proposed by Fiona Archer')
  await hers.getByRole('button', { name: /^Approve/ }).click()
  await dialog(hers).getByRole('button', { name: 'Approve $1,200.00' }).click()
  await expect(toast(hers, 'Transaction approved')).toBeVisible()
  await hers.context().close()
})

test('a proposed debit holds its amount, and the proposer can decline it', async ({ admin, bank, openAsAdmin }) => {
  const grace = await admin.createAccount({ fullName: 'Grace Funds' })
  await giveRole(bank.dataDir, grace.id, 'Admin')
  const ada = await admin.createAccount({ fullName: 'Ada Held' })
  await fundByTwo(admin, grace, ada, 1800)
  const page = await openAsAdmin(`/dashboard/user/${ada.id}`)
  await page.getByRole('button', { name: 'Debit' }).click()
  await dialog(page).getByLabel('Amount').fill('1500')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Propose debiting $1,500.00' }).click()
  await expect(page.getByRole('main')).toContainText('$1,500.00 on hold')
  const [{ _id }] = await admin.call('GET', `/transactions/admin?userId=${ada.id}&status=Pending`)
  await page.goto(`/dashboard/all-transactions?transaction=${_id}`)
  await dialog(page).getByRole('button', { name: 'Decline' }).click()
  await dialog(page).getByRole('button', { name: 'Decline $1,500.00' }).click()
  await expect(toast(page, 'Transaction declined')).toBeVisible()
  expect(await ada.call('GET', '/users')).toMatchObject({ user: { balance: 1800, held: 0 } })
})
