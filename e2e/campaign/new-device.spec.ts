import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '#contract/payments/transactions.ts'
import { expect, test } from '../accounts.ts'
import { toast } from '../admin-test.ts'
import { callApi } from '../api.ts'
import { expectCleanNow } from '../axe.ts'
import { logIn } from '../page-actions.ts'

test('the owner locks a thief out with the link from the new-device email and sets a new password', async ({
  admin,
  bank,
  openAs,
  page,
}) => {
  const owner = await admin.createAccount({ balance: 300 })
  const mine = await owner.transfer(20, { accountName: 'Before the thief' })
  const own = await openAs(await owner.token(), '/dashboard/security')
  await logIn(page, owner)
  await expect(page).toHaveURL(/\/dashboard$/)
  const thief = await page.evaluate(() => localStorage.getItem('authToken'))
  const payee = { accountName: 'The Thief', accountNumber: '0532013000', bankName: 'Example Savings Bank', pin: '1234' }
  const stolen = await callApi(bank.baseURL, thief, 'POST', '/transfer', { ...payee, amount: 100 })
  const startOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await callApi(bank.baseURL, thief, 'POST', '/orders', { ...payee, amount: 5, name: 'Weekly', startOn, every: 'week' })

  const recent = own.getByRole('region', { name: 'Recent log-ins' })
  await own.reload()
  await expect(recent.getByRole('listitem').first()).toContainText(/ on \w+.*Password · 127\.0\.0\.1.*New device/)
  await expect(recent.getByText('New device')).toHaveCount(1)

  let link: string | undefined
  await expect(async () => {
    link = await secureLinkFor(bank.dataDir, owner.email)
    expect(link).toBeDefined()
  }).toPass()
  await own.goto(link ?? '')
  // Opening the link alone does nothing: programs that scan emails do that.
  expect((await owner.call('GET', '/users')).user.email).toBe(owner.email)
  await expect(own.getByText(/cancel transfers that are still pending and pause scheduled payments/)).toBeVisible()
  await expectCleanNow(own, own.url())
  await own.getByRole('button', { name: 'Secure my account' }).click()
  await expect(toast(own, 'Your account is secured. We emailed you what was cancelled and paused.')).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/login/)

  const password = 'only the owner knows this one'
  await own.getByLabel('Password', { exact: true }).fill(password)
  await own.getByLabel('Confirm password', { exact: true }).fill(password)
  await own.getByRole('button', { name: 'Set new password' }).click()
  await expect(own).toHaveURL(/\/login$/)
  await logIn(own, { email: owner.email, password })
  await expect(own).toHaveURL(/\/dashboard$/)

  // What was made since the thief's log-in is stopped, and the email says so; what the owner sent before goes on.
  const token = await own.evaluate(() => localStorage.getItem('authToken'))
  const read = (path: string) => callApi(bank.baseURL, token, 'GET', path)
  const transactions: Transaction[] = await read('/transactions')
  const statusOf = ({ _id }: Transaction) => transactions.find((one) => one._id === _id)?.status
  expect([statusOf(stolen), statusOf(mine)]).toEqual(['Declined', 'Pending'])
  expect(await read('/orders')).toMatchObject([{ name: 'Weekly', status: 'paused' }])
  await expect(async () => {
    const emails = await emailsTo(bank.dataDir, owner.email)
    expect(emails.some((text) => /We cancelled 1 transfer.*We paused 1 scheduled payment/s.test(text))).toBe(true)
  }).toPass()
})

/** The link in the newest email about a new device to this address, in the demonstration's mailbox. */
async function secureLinkFor(dataDir: string, address: string): Promise<string | undefined> {
  const email = (await emailsTo(dataDir, address)).findLast((text) => text.includes('New log-in'))
  return /https?:\/\/\S+\/secure-account#token=\S+/.exec(email ?? '')?.[0]
}

async function emailsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const texts = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`<${address}>`))
}
