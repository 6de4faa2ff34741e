import type { Page } from '@playwright/test'
import { giveRole } from '../server/test/bank-process.ts'
import type { TestAccount } from './accounts.ts'
import { test as base, expect, toast } from './admin-test.ts'

/** Two members of staff: the demonstration's administrator proposes, Grace confirms. */
const test = base.extend<{ openAsGrace: (path?: string) => Promise<Page>; ada: TestAccount }>({
  openAsGrace: async ({ admin, bank, openAs }, use) => {
    const grace = await admin.createAccount({ fullName: 'Grace Second' })
    await giveRole(bank.dataDir, grace.id, 'Admin')
    await use(async (path = '/dashboard/proposals') => openAs(await grace.token(), path))
  },
  ada: async ({ admin }, use) => use(await admin.createAccount({ fullName: 'Ada Subject' })),
})
test.use({ bankSettings: { FOUR_EYES_ABOVE: '1000' } })

const PROPOSED = 'Proposed: waits for a second member of staff'
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const confirm = async (page: Page, title: string) => {
  await card(page, title).getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Confirmed and carried out')).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)
}

test('a role waits for a second administrator, who sees before and after', async ({
  ada,
  openAsAdmin,
  openAsGrace,
}) => {
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  await mine.getByRole('button', { name: 'Edit' }).click()
  await dialog(mine).getByLabel('Role').selectOption('Teller')
  await dialog(mine).getByRole('button', { name: 'Save' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  expect((await ada.call('GET', '/users')).user.role).toBe('User')

  const title = 'Give Ada Subject the role Teller'
  await mine.goto('/dashboard/proposals')
  await expect(card(mine, title)).toContainText('Another member of staff must confirm it.')
  await expect(card(mine, title).getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  const hers = await openAsGrace('/dashboard')
  await hers.getByRole('link', { name: title }).click()
  await expect(card(hers, title)).toContainText('Proposed by Fiona Archer')
  await expect(card(hers, title)).toContainText('NowUser')
  await expect(card(hers, title)).toContainText('ProposedTeller')
  await confirm(hers, title)
  await expect(hers.getByRole('heading', { name: 'Proposals' })).toBeFocused()
  expect((await ada.call('GET', '/users')).user.role).toBe('Teller')
  await expect(hers.getByRole('list', { name: 'Decided proposals' })).toContainText('decided by Grace Second')
})

test('another person’s email and a PIN reset are confirmed or rejected with a reason', async ({
  ada,
  openAsAdmin,
  openAsGrace,
}) => {
  await ada.token()
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  await mine.getByRole('button', { name: 'Edit' }).click()
  const email = `new-${Date.now()}@people.example`
  await dialog(mine).getByLabel('Email').fill(email)
  await dialog(mine).getByRole('button', { name: 'Save' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  await expect(mine.getByRole('main')).toContainText(ada.email)
  await mine.goto(`/dashboard/user/${ada.id}?tab=security`)
  await mine.getByRole('button', { name: 'Reset PIN' }).click()
  await dialog(mine).getByRole('button', { name: 'Reset PIN' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()

  const hers = await openAsGrace()
  await expect(card(hers, 'Change the email of Ada Subject')).toContainText(email)
  await confirm(hers, 'Change the email of Ada Subject')
  expect((await ada.call('GET', '/users')).user).toMatchObject({ email, hasPin: true })
  const pin = card(hers, 'Reset the PIN of Ada Subject')
  await pin.getByRole('button', { name: 'Reject' }).click()
  await dialog(hers).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(hers)).toContainText('Enter a reason.')
  await dialog(hers).getByLabel('Reason').fill('She did not call us')
  await dialog(hers).getByRole('button', { name: 'Reject' }).click()
  await expect(toast(hers, 'Rejected')).toBeVisible()
  await expect(hers.getByRole('list', { name: 'Decided proposals' })).toContainText('She did not call us')
  expect((await ada.call('GET', '/users')).user.hasPin).toBe(true)
})

const SECTIONS = [
  ['Banking info', 'Account number', '90210', 'Change the bank details'],
  ['Crypto info', 'Address', 'bc1qnew', 'Change the crypto addresses'],
  ['E-mail notification info', 'Email', 'bank@new.example', 'Change the mail server'],
] as const
test('bank details, crypto addresses and the mail server keep their values until they are confirmed', async ({
  admin,
  openAsAdmin,
  openAsGrace,
}) => {
  const mine = await openAsAdmin('/dashboard/admin-settings')
  const before = await admin.call('GET', '/settings')
  for (const [name, field, value] of SECTIONS) {
    const section = mine.getByRole('region', { name })
    await section.getByLabel(field).first().fill(value)
    if (field === 'Email') await section.getByLabel('Password', { exact: true }).fill('a mail password')
    await section.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(section).toContainText('Fiona Archer proposed a change')
    await expect(section.getByLabel(field).first()).not.toHaveValue(value)
  }
  expect(await admin.call('GET', '/settings')).toEqual(before)

  const hers = await openAsGrace()
  await expect(card(hers, 'Change the mail server')).not.toContainText('a mail password')
  for (const [, , value, title] of SECTIONS) {
    await expect(card(hers, title)).toContainText(value)
    await confirm(hers, title)
  }
  const after = await admin.call('GET', '/settings')
  expect(after.bankingInfo.accountNumber).toBe('90210')
  expect(after.cryptoInfo[0].address).toBe('bc1qnew')
  expect(after.mail).toEqual({ name: 'bank@new.example', passwordSet: true })
})

test('proposed money is in the list and in the bell, and the customer sees no credit before it is confirmed', async ({
  admin,
  ada,
  openAs,
  openAsGrace,
}) => {
  await admin.call('POST', '/admin/fund', { userId: ada.id, amount: 2500 })
  const customer = await openAs(await ada.token(), '/dashboard/transactions')
  await expect(customer.getByText('No recent transactions')).toBeVisible()
  const hers = await openAsGrace('/dashboard')
  await hers.getByRole('button', { name: /^Notifications/ }).click()
  await hers.getByRole('link', { name: /proposals? waits? for you/ }).click()
  const money = hers.getByRole('list', { name: 'Proposed money' }).getByRole('link', { name: 'Fund Ada Subject' })
  await expect(money).toContainText('Proposed by Fiona Archer')
  await money.click()
  await dialog(hers).getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog(hers).getByRole('button', { name: 'Approve $2,500.00' }).click()
  await expect(toast(hers, 'Transaction approved')).toBeVisible()
  expect(await ada.balance()).toBe(2500)
  await expect(customer.getByRole('table')).toContainText('$2,500.00')
})
