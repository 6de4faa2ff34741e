import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../accounts.ts'
import { logIn } from '../page-actions.ts'

test('the owner locks a thief out with the link from the new-device email and sets a new password', async ({
  admin,
  bank,
  openAs,
  page,
}) => {
  const owner = await admin.createAccount()
  const own = await openAs(await owner.token(), '/dashboard/security')
  await logIn(page, owner)
  await expect(page).toHaveURL(/\/dashboard$/)

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
  await own.getByRole('button', { name: 'Secure my account' }).click()
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
})

/** The link in the newest email about a new device to this address, in the demonstration's mailbox. */
async function secureLinkFor(dataDir: string, address: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail')
  const texts = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')))
  const email = texts.findLast((text) => text.includes(`<${address}>`) && text.includes('New log-in'))
  return /https?:\/\/\S+\/secure-account#token=\S+/.exec(email ?? '')?.[0]
}
