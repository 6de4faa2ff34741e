import type { Page } from '@playwright/test'
import { giveRole } from '../../server/test/bank-process.ts'
import type { TestAccount, TestAdmin } from '../accounts.ts'
import { test as base, expect, toast } from '../admin-test.ts'

/** Two members of staff: the demonstration's administrator proposes, Grace confirms. */
const test = base.extend<{ grace: TestAccount }>({
  grace: async ({ admin, bank }, use) => {
    const grace = await admin.createAccount({ fullName: 'Grace Second' })
    await giveRole(bank.dataDir, grace.id, 'Admin')
    await use(grace)
  },
})
// One file for all of them: each file with settings of its own starts banks of its own.
test.use({ bankSettings: { FOUR_EYES_ABOVE: '1000' } })

const PROPOSED = 'Proposed: waits for a second member of staff'
const LIMIT = 'More than $1,000.00 in 24 hours needs a second member of staff.'
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article', { name: title })

/** Counts for neither of the two. */
async function fundByTwo(admin: TestAdmin, second: TestAccount, customer: TestAccount, amount: number) {
  const { _id } = await admin.call('POST', '/admin/fund', {
    userId: customer.id,
    amount,
    reason: 'Refund',
    confirm: true,
  })
  await second.call('POST', '/deposit/approve', { transactionId: _id })
}

async function confirm(page: Page, title: string) {
  await card(page, title).getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Confirmed and carried out')).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)
}

async function approve(page: Page, amount: string) {
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: `Approve ${amount}` })
    .click()
  await expect(toast(page, 'Transaction approved')).toBeVisible()
}

test('a fund above the limit needs a second administrator; a proposer can only decline', async ({
  admin,
  grace,
  openAsAdmin,
  openAs,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Large' })
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  await mine.getByRole('button', { name: 'Fund' }).click()
  await dialog(mine).getByLabel('Amount').fill('1000.01')
  await dialog(mine).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(mine).getByText('Enter a reason.')).toBeVisible()
  await dialog(mine).getByLabel('Reason').fill('Refund of a fee')
  await dialog(mine).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(mine)).toContainText(LIMIT)
  await dialog(mine).getByRole('button', { name: 'Propose funding $1,000.01' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()

  const [{ _id: fund }] = await admin.call('GET', `/transactions/admin?userId=${ada.id}`)
  await mine.goto(`/dashboard/all-transactions?transaction=${fund}`)
  await expect(dialog(mine)).toContainText('You proposed this')
  await expect(dialog(mine).getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await mine.keyboard.press('a')
  await expect(dialog(mine).getByRole('button', { name: 'Approve $1,000.01' })).toHaveCount(0)

  // The customer sees no credit before it is confirmed.
  const customer = await openAs(await ada.token(), '/dashboard/transactions')
  await expect(customer.getByText('No recent transactions')).toBeVisible()
  await mine.goto('/dashboard')
  const forMe = (page: Page) => page.getByRole('region', { name: /^Proposals for you/ })
  await expect(forMe(mine)).toContainText('No proposal of a colleague is waiting.')
  const hers = await openAs(await grace.token(), '/dashboard')
  await expect(forMe(hers)).toContainText('Fund Ada Large')
  await hers.getByRole('button', { name: /^Notifications/ }).click()
  await hers.getByRole('link', { name: /proposals? waits? for you/ }).click()
  await hers.getByRole('list', { name: 'Proposed money' }).getByRole('link', { name: 'Fund Ada Large' }).click()
  await expect(dialog(hers)).toContainText('Fiona Archer proposed this')
  await approve(hers, '$1,000.01')
  await expect(customer.getByRole('table')).toContainText('$1,000.01')
  expect(await ada.balance()).toBe(1000.01)
  await hers.goto(`/dashboard/audit?person=${ada.id}&action=transaction.approved`)
  const entry = hers.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row')
  await expect(entry).toContainText('Grace Second')
  await expect(entry).toContainText('Fiona Archer')

  await fundByTwo(admin, grace, ada, 1000.99)
  await mine.goto(`/dashboard/user/${ada.id}`)
  await mine.getByRole('button', { name: 'Debit' }).click()
  await dialog(mine).getByLabel('Amount').fill('1500')
  await dialog(mine).getByLabel('Reason').fill('Booked twice')
  await dialog(mine).getByRole('button', { name: 'Continue' }).click()
  await dialog(mine).getByRole('button', { name: 'Propose debiting $1,500.00' }).click()
  await expect(mine.getByRole('main')).toContainText('$1,500.00 on hold')
  const [{ _id: debit }] = await admin.call('GET', `/transactions/admin?userId=${ada.id}&status=Pending`)
  await mine.goto(`/dashboard/all-transactions?transaction=${debit}`)
  await dialog(mine).getByRole('button', { name: 'Decline' }).click()
  await dialog(mine).getByRole('button', { name: 'Decline $1,500.00' }).click()
  await expect(toast(mine, 'Transaction declined')).toBeVisible()
  expect(await ada.call('GET', '/users')).toMatchObject({ user: { balance: 2001, held: 0 } })
})

test('an approval and a reversal above the limit need two administrators, below it one', async ({
  admin,
  grace,
  openAsAdmin,
  openAs,
}) => {
  const [ada, ben] = [
    await admin.createAccount({ fullName: 'Ada Sender' }),
    await admin.createAccount({ fullName: 'Ben Receiver' }),
  ]
  await fundByTwo(admin, grace, ada, 1800)
  const { accountNumber } = (await ben.call('GET', '/users')).user
  const to = { accountName: 'Ben Receiver', accountNumber }
  const [{ _id: large }, { _id: small }] = [await ada.transfer(1200, to), await ada.transfer(500)]
  // Grace has decided nothing yet: the demonstration's history counts for its administrator.
  const hers = await openAs(await grace.token(), `/dashboard/all-transactions?transaction=${small}`)
  await dialog(hers).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog(hers)).not.toContainText('second member of staff')
  await dialog(hers).getByRole('button', { name: 'Approve $500.00' }).click()
  await expect(toast(hers, 'Transaction approved')).toBeVisible()

  const mine = await openAsAdmin(`/dashboard/all-transactions?transaction=${large}`)
  await dialog(mine).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog(mine)).toContainText(LIMIT)
  await dialog(mine).getByRole('button', { name: 'Propose approving $1,200.00' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  await expect(dialog(mine)).toContainText('You proposed this')

  await hers.goto(`/dashboard/all-transactions?person=${ada.id}`)
  await expect(hers.getByRole('table', { name: 'Waiting for a decision' })).toContainText('Proposed by Fiona Archer')
  await hers.getByRole('button', { name: /^Approve/ }).click()
  await dialog(hers).getByRole('button', { name: 'Approve $1,200.00' }).click()
  await expect(toast(hers, 'Transaction approved')).toBeVisible()

  await mine.reload()
  await dialog(mine).getByRole('button', { name: 'Reverse', exact: true }).click()
  await dialog(mine).getByLabel('Reason').fill('Sent twice')
  await dialog(mine).getByRole('button', { name: 'Propose reversing $1,200.00' }).click()
  await expect(dialog(mine)).toContainText('A reversal is waiting for a second person')
  expect(await ben.balance()).toBe(0)
  await hers.goto('/dashboard/proposals')
  const reversal = 'Reverse a transaction of Ben Receiver'
  await hers.getByRole('list', { name: 'Proposed money' }).getByRole('link', { name: reversal }).click()
  await approve(hers, '$1,200.00')
  expect([await ada.balance(), await ben.balance()]).toEqual([1300, 0])
})

test('a role, an email and a PIN reset wait for a second administrator, who confirms or rejects them', async ({
  bank,
  admin,
  grace,
  openAsAdmin,
  openAs,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Subject' })
  await ada.token()
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}`)
  const email = `new-${Date.now()}@people.example`
  for (const change of [
    () => dialog(mine).getByLabel('Role').selectOption('Teller'),
    () => dialog(mine).getByLabel('Email').fill(email),
  ]) {
    await mine.getByRole('button', { name: 'Edit' }).click()
    await change()
    await dialog(mine).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(mine)).toHaveCount(0)
    await expect(toast(mine, PROPOSED)).toBeVisible()
  }
  await expect(mine.getByRole('main')).toContainText(ada.email)
  await mine.goto(`/dashboard/user/${ada.id}?tab=security`)
  await mine.getByRole('button', { name: 'Reset PIN' }).click()
  await dialog(mine).getByRole('button', { name: 'Reset PIN' }).click()
  await expect(toast(mine, PROPOSED)).toBeVisible()
  expect((await ada.call('GET', '/users')).user).toMatchObject({ role: 'User', email: ada.email, hasPin: true })

  const role = 'Give Ada Subject the role Teller'
  await mine.goto('/dashboard/proposals')
  await expect(card(mine, role)).toContainText('Another member of staff must confirm it.')
  await expect(card(mine, role).getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  const hers = await openAs(await grace.token(), '/dashboard')
  await hers.getByRole('link', { name: role }).click()
  const pin = card(hers, 'Reset the PIN of Ada Subject')
  await pin.getByRole('button', { name: 'Reject' }).click()
  await dialog(hers).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(hers)).toContainText('Enter a reason.')
  await dialog(hers).getByLabel('Reason').fill('She did not call us')
  await dialog(hers).getByRole('button', { name: 'Reject' }).click()
  await expect(toast(hers, 'Rejected')).toBeVisible()
  await expect(hers.getByRole('list', { name: 'Decided proposals' })).toContainText('She did not call us')
  await expect(card(hers, 'Change the email of Ada Subject')).toContainText(email)
  await confirm(hers, 'Change the email of Ada Subject')
  await expect(card(hers, role)).toContainText('Proposed by Fiona Archer')
  await expect(card(hers, role)).toContainText('NowUser')
  await expect(card(hers, role)).toContainText('ProposedTeller')
  await confirm(hers, role)
  await expect(hers.getByRole('heading', { name: 'Proposals' })).toBeFocused()
  await expect(hers.getByRole('list', { name: 'Decided proposals' })).toContainText('decided by Grace Second')
  const { user } = await admin.call('GET', `/admin/users/${ada.id}`)
  expect(user).toMatchObject({ role: 'Teller', email, hasPin: true })

  // The two who gave the role can't confirm it again: a third person can.
  await mine.goto(`/dashboard/user/${ada.id}`)
  const security = (page: Page) => page.getByRole('region', { name: 'Security' })
  await expect(security(mine)).toContainText('Given by Grace Second and Fiona Archer')
  await expect(security(mine)).toContainText('A third person must confirm this role')
  await expect(security(mine).getByRole('button', { name: 'Confirm role' })).toHaveCount(0)
  const third = await admin.createAccount({ fullName: 'Theo Third' })
  await giveRole(bank.dataDir, third.id, 'Admin')
  const theirs = await openAs(await third.token(), `/dashboard/user/${ada.id}`)
  await security(theirs).getByRole('button', { name: 'Confirm role' }).click()
  await dialog(theirs).getByRole('button', { name: 'Confirm role' }).click()
  await expect(toast(theirs, 'Role confirmed')).toBeVisible()
  await expect(security(theirs)).toContainText('Confirmed by Theo Third')
})

const SECTIONS = [
  ['Banking info', 'Account number', '90210', 'Change the bank details'],
  ['Crypto info', 'Address', 'bc1qnew', 'Change the crypto addresses'],
  ['Other channels', 'WhatsApp', '+1 555 010 0199', 'Change the WhatsApp number'],
  ['E-mail notification info', 'Email', 'bank@new.example', 'Change the mail server'],
] as const
test('bank details, crypto addresses, the WhatsApp number and the mail server keep their values until they are confirmed', async ({
  admin,
  openAsAdmin,
  grace,
  openAs,
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

  const hers = await openAs(await grace.token(), '/dashboard/proposals')
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
