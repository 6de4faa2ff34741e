import { giveRole } from '../../server/test/bank-process.ts'
import { expect, test, toast } from '../admin-test.ts'

/** The last day of last month: the page proposes to close the books up to it. */
const lastMonthsEnd = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), 0)).toISOString().slice(0, 10)
}

test('two people close last month after a checklist, and its documents and reports are there', async ({
  admin,
  bank,
  openAsAdmin,
  openAs,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Second' })
  await giveRole(bank.dataDir, grace.id, 'Admin')
  const mine = await openAsAdmin('/dashboard/outside/closings')
  await expect(mine.getByLabel('Up to and including')).toHaveValue(lastMonthsEnd())
  await expect(mine.getByText('Nothing is in suspense.')).toBeVisible()
  await mine.getByRole('button', { name: 'Propose closing' }).click()
  await expect(toast(mine, 'Proposed: waits for a second member of staff')).toBeVisible()
  await expect(mine.getByText('Waits for a second person', { exact: true })).toBeVisible()

  const hers = await openAs(await grace.token(), '/dashboard/proposals')
  const proposal = hers.getByRole('article', { name: /^Close the books up to/ })
  await expect(proposal.getByText('Nothing is in suspense.')).toBeVisible()
  await proposal.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(hers, 'Confirmed and carried out')).toBeVisible()

  await mine.reload()
  const journal = mine.getByRole('button', { name: 'Journal, CSV' })
  await expect(journal).toBeVisible()
  const download = mine.waitForEvent('download')
  await journal.click()
  expect((await download).suggestedFilename()).toBe(`closing-${lastMonthsEnd()}-journal.csv`)

  await mine.goto('/dashboard/outside/reports')
  await expect(mine.getByRole('table', { name: 'Balance sheet' })).toContainText('Liabilities, equity and result')
  await expect(mine.getByRole('table', { name: 'Profit and loss' })).toContainText('Result')
  await expect(mine.getByRole('table', { name: 'New customers' })).toBeVisible()
})
