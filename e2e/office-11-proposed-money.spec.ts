import type { Page } from '@playwright/test'
import { giveRole } from '../server/test/bank-process.ts'
import { expect, test, toast } from './admin-test.ts'

test.use({ bankSettings: { FOUR_EYES_ABOVE: '1000' } })

const PROPOSED = 'Proposed: waits for a second member of staff'
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens proposed money from the list of proposals and approves it. */
async function confirmMoney(page: Page, title: string, size: string) {
  await page.goto('/dashboard/proposals')
  await page.getByRole('list', { name: 'Proposed money' }).getByRole('link', { name: title }).click()
  await expect(dialog(page)).toContainText('Fiona Archer proposed this')
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: `Approve ${size}` })
    .click()
  await expect(toast(page, 'Transaction approved')).toBeVisible()
}

test('a debit, a reversal and unfreezing a colleague take two members of staff', async ({
  admin,
  bank,
  openAsAdmin,
  openAs,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Second' })
  await giveRole(bank.dataDir, grace.id, 'Admin')
  const [ada, ben] = [
    await admin.createAccount({ fullName: 'Ada Debited' }),
    await admin.createAccount({ fullName: 'Ben Reversed' }),
  ]
  const { _id: fund } = await admin.call('POST', '/admin/fund', { userId: ada.id, amount: 4000 })
  await grace.call('POST', '/deposit/approve', { transactionId: fund })
  const { accountNumber } = (await ben.call('GET', '/users')).user
  const sent = await ada.transfer(1500, { accountName: 'Ben Reversed', accountNumber })
  for (const { call } of [admin, grace]) await call('POST', '/deposit/approve', { transactionId: sent._id })
  expect([await ada.balance(), await ben.balance()]).toEqual([2500, 1500])

  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  const hers = await openAs(await grace.token(), '/dashboard')
  await mine.getByRole('button', { name: 'Debit' }).click()
  await dialog(mine).getByLabel('Amount').fill('1100')
  await dialog(mine).getByRole('button', { name: 'Continue' }).click()
  await dialog(mine).getByRole('button', { name: 'Propose debiting $1,100.00' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  await confirmMoney(hers, 'Debit Ada Debited', '$1,100.00')
  expect(await ada.balance()).toBe(1400)

  await mine.goto(`/dashboard/all-transactions?transaction=${sent._id}`)
  await dialog(mine).getByRole('button', { name: 'Reverse', exact: true }).click()
  await dialog(mine).getByLabel('Reason').fill('Sent twice')
  await dialog(mine).getByRole('button', { name: 'Propose reversing $1,500.00' }).click()
  await expect(dialog(mine)).toContainText('A reversal is waiting for a second person')
  expect([await ada.balance(), await ben.balance()]).toEqual([1400, 0])
  await confirmMoney(hers, 'Reverse a transaction of Ben Reversed', '$1,500.00')
  expect([await ada.balance(), await ben.balance()]).toEqual([2900, 0])

  const tom = await admin.createAccount({ fullName: 'Tom Frozen' })
  await giveRole(bank.dataDir, tom.id, 'Teller')
  await admin.call('PATCH', '/admin/user', { userId: tom.id, updates: { status: 'Frozen' }, reason: 'On leave' })
  await mine.goto(`/dashboard/user/${tom.id}`)
  await mine.getByRole('button', { name: 'Unfreeze or close' }).click()
  await dialog(mine).getByLabel('Reason').fill('Back from leave')
  await dialog(mine).getByRole('button', { name: 'Unfreeze' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  await hers.goto('/dashboard/proposals')
  const proposal = hers.getByRole('article', { name: 'Make Tom Frozen Active again' })
  await expect(proposal).toContainText('Back from leave')
  await proposal.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(hers, 'Confirmed and carried out')).toBeVisible()
  expect((await admin.call('GET', `/admin/users/${tom.id}`)).user.status).toBe('Active')
})
