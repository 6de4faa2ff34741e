import { expect, test } from '../admin-test.ts'
import { createSession } from '../api.ts'

const STAFF_PASSWORD = 'Fable-staff-2026'
const READS = ['Overview', 'All Transactions', 'Proposals', 'Admin Support', 'Users', 'Staff']

/** What each role finds in its menu, and a page that it does not include. */
const ROLES = [
  { role: 'Support', entries: READS, forbidden: '/dashboard/verifications' },
  {
    role: 'Teller',
    entries: [
      'Overview',
      'All Transactions',
      'Verifications',
      'Proposals',
      'Admin Support',
      'Users',
      'Staff',
      'Statement lines',
    ],
    forbidden: '/dashboard/admin-settings',
  },
  {
    role: 'Auditor',
    entries: [
      ...READS,
      'Bank statements',
      'Statement lines',
      'Payment runs',
      'Reconciliation',
      'Chart of accounts',
      'Journal entries',
      'Reports',
      'Closings',
      'Audit',
    ],
    forbidden: '/dashboard/admin-settings',
  },
] as const

for (const { role, entries, forbidden } of ROLES)
  test(`${role}: finds their pages, and is told what is not theirs`, async ({ bank, openAs }) => {
    const credentials = { email: `${role.toLowerCase()}@fable.example`, password: STAFF_PASSWORD }
    const page = await openAs(await createSession(bank.baseURL, credentials), '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Administration' })
    await expect(menu.getByRole('link')).toHaveText(entries)
    await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()

    const refused: string[] = []
    page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
    await page.goto(forbidden)
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
    await expect(page.getByText(`Your role, ${role}, does not include this page.`)).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    for (const name of entries) {
      await menu.getByRole('link', { name }).click()
      const heading = name === 'Overview' ? /^Welcome/ : name
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    }
    // Nothing was asked for that the server had to refuse.
    expect(refused).toEqual([])
  })

test('an Auditor reads a pending transfer and a person without buttons to act', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Audited', balance: 100 })
  const { _id } = await ada.transfer(10)
  const aurora = await admin.createAccount({ fullName: 'Aurora Reads', role: 'Auditor' })
  const page = await openAs(await aurora.token(), `/dashboard/all-transactions?transaction=${_id}`)
  await expect(page.getByRole('dialog').getByText('Ada Audited').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.goto(`/dashboard/user/${ada.id}`)
  await expect(page.getByRole('heading', { name: 'Ada Audited' })).toBeVisible()
  for (const name of ['Fund', 'Debit', 'Edit', 'Set code', 'Reset PIN'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('staff are told that a colleague decides about their own account', async ({ admin, openAs }) => {
  const grace = await admin.createAccount({ fullName: 'Grace Own', role: 'Teller', balance: 100 })
  const { _id } = await grace.transfer(10)
  const page = await openAs(await grace.token(), `/dashboard/all-transactions?transaction=${_id}`)
  const note = 'This is your own account. Another member of staff must do this.'
  await expect(page.getByRole('dialog').getByText(note)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Approve, Grace Own' })).toHaveCount(0)
  await page.goto(`/dashboard/user/${grace.id}`)
  await expect(page.getByText('This is your own account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund' })).toHaveCount(0)
})

test('an Admin gives one of five roles, and the menu follows on a phone', async ({ admin, openAs }) => {
  const eve = await admin.createAccount({ fullName: 'Eve Promoted' })
  const page = await openAs(admin.token, `/dashboard/user/${eve.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const role = page.getByRole('dialog').getByLabel('Role')
  await expect(role.getByRole('option')).toHaveText(['User', 'Support', 'Teller', 'Auditor', 'Admin'])
  await role.selectOption('Auditor')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Updated successfully')).toBeVisible()

  const phone = await openAs(await eve.token(), '/dashboard')
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.getByRole('button', { name: 'Admin' }).click()
  await expect(phone.getByRole('menuitem', { name: 'Reports' })).toBeVisible()
  await expect(phone.getByRole('menuitem', { name: 'Admin Settings' })).toHaveCount(0)
  await phone.getByRole('menuitem', { name: 'Audit' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Admin' })).toHaveAttribute('aria-current', 'true')
})
