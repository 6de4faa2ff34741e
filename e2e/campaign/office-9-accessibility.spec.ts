/// <reference lib="dom" />

import { expect, test } from '../admin-test.ts'
import { expectClean, expectCleanDesktop } from '../axe.ts'
import { imageReceipt } from '../files.ts'

const LONG = 'Wilhelmina-Alexandrina von Donaudampfschifffahrtsgesellschaftskapitänswitwe'

test.describe.configure({ timeout: 180_000 })

test('users', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: LONG, balance: 9_876_543.21 })
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await expect(page.getByRole('link', { name: `Details of ${LONG}` })).toBeVisible()
  await expectClean(page, 'users')
  await expectCleanDesktop(page, 'users')
})

test('user details and actions', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: LONG, balance: 9_876_543.21 })
  await ada.transfer(12)
  const page = await openAsAdmin(`/dashboard/user/${ada.id}`)
  const dialog = page.getByRole('dialog')
  for (const tab of ['Transactions', 'Accounts', 'Statements', 'Notes', 'Access log', 'Overview']) {
    await page.getByRole('navigation', { name: 'Pages about' }).getByRole('link', { name: tab }).click()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expectClean(page, tab)
  }
  for (const [button, see] of [
    ['Edit', 'Save'],
    ['Set code', 'Cancel'],
    ['End all sessions', 'Cancel'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('button', { name: see })).toBeVisible()
    await expectClean(page, button)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  await page.getByRole('button', { name: 'Fund' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please enter a valid amount')).toBeVisible()
  await expectClean(page, 'fund with a problem')
  await dialog.getByLabel('Amount').fill('12')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Fund $12.00' })).toBeVisible()
  await expectClean(page, 'fund, the question')
  await page.goto('/dashboard/user/no-such-user')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await expectClean(page, 'user not found')
})

test('transactions and the decision panel', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: LONG, balance: 9_876_543.21 })
  const same = await imageReceipt('twice, to be seen')
  await admin.call('POST', '/deposit/decline', {
    transactionId: (await ada.deposit(5, same))._id,
    reason: 'Unreadable',
  })
  const { _id: id } = await ada.deposit(1_234_567.89, same)
  const page = await openAsAdmin(`/dashboard/all-transactions?person=${ada.id}`)
  await expect(page.getByText('waiting just now')).toBeVisible()
  await expectClean(page, 'transactions')
  await expectCleanDesktop(page, 'transactions')
  await page.goto(`/dashboard/all-transactions?person=${ada.id}&transaction=${id}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('img', { name: 'Uploaded receipt' })).toBeVisible()
  await expectClean(page, 'panel')
  await panel.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectClean(page, 'declining')
})

test('settings with a validation error', async ({ openAsAdmin, page }) => {
  await openAsAdmin('/dashboard/admin-settings')
  const banking = page.getByRole('region', { name: 'Banking info' })
  await banking.getByLabel('Bank name').fill('')
  await banking.getByRole('button', { name: 'Save' }).click()
  await expect(banking.getByText('All fields are required.')).toBeVisible()
  await expectClean(page, 'settings')
})

test('audit log and keyboard shortcuts', async ({ admin, openAsAdmin, page }) => {
  const ada = await admin.createAccount({ fullName: LONG, balance: 9_876_543.21 })
  await openAsAdmin(`/dashboard/audit?person=${ada.id}`)
  await page.getByRole('button', { name: 'Fiona Archer' }).first().click()
  await expect(page.getByRole('button', { name: 'By Fiona Archer' })).toBeVisible()
  await expectClean(page, 'audit, narrowed')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectClean(page, 'help')
})
