/// <reference lib="dom" />
import { expect, row, test, toast } from '../admin-test.ts'

const dialog = (page: import('@playwright/test').Page) => page.getByRole('dialog')
const content = (page: import('@playwright/test').Page) => page.getByRole('main')

test('lists users with a count, a search that is kept in the URL, and pages of five', async ({
  admin,
  openAsAdmin,
}) => {
  const mark = `shelf${Date.now()}`
  for (let i = 0; i < 7; i++)
    await admin
      .createAccount({ fullName: `Member ${i}` })
      .then(({ id }) =>
        admin.call('PATCH', '/admin/user', { userId: id, updates: { email: `${mark}-${i}@people.example` } }),
      )
  const page = await openAsAdmin('/dashboard/user')
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')
  await expect(page.getByText(/^\d+ users$/)).toBeVisible()
  await expect(rows).toHaveCount(5)
  for (const column of ['#', 'Name', 'Email', 'Balance', 'Role', 'Status'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()

  await page.getByLabel('Search by email').pressSequentially(mark.toUpperCase())
  await expect(page.getByText('7 found')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${mark}`, 'i'))
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('Member 6')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('6')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'Prev' }).click()
  await expect(rows).toHaveCount(5)
  await page.getByLabel('Search by email').fill('nobody has this address')
  await expect(page.getByText('No users found')).toBeVisible()
})

test('edits a user: Cancel discards, Save stores, and a stale edit does not overwrite newer values', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Before', status: 'Pending' })
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await page.getByRole('link', { name: 'Details of Ada Before' }).click()
  await expect(content(page)).toContainText(ada.email)
  await content(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Full name').fill('Ada Discarded')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(content(page).getByRole('heading', { level: 1 })).toHaveText('Ada Before')

  await content(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Full name').fill(' ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Name and email are required.')).toBeVisible()
  await dialog(page).getByLabel('Full name').fill('Ada After')
  await dialog(page).getByLabel('Nationality').selectOption('Germany')
  await dialog(page).getByLabel('Status').selectOption('Active')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Updated successfully')).toBeVisible()
  await expect(content(page).getByRole('heading', { level: 1 })).toHaveText('Ada After')
  await expect(content(page)).toContainText('Germany')

  await content(page).getByRole('button', { name: 'Edit' }).click()
  const updates = { fullName: 'Ada Newer', mobile: '+1 555 010 0199' }
  await admin.call('PATCH', '/admin/user', { userId: ada.id, updates })
  await dialog(page).getByLabel('Full name').fill('Ada Mine')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert').first()).toContainText(
    'Someone else changed this user while you were editing.',
  )
  await expect(dialog(page).getByText('Current value: Ada Newer')).toBeVisible()
  await expect(dialog(page).getByLabel('Mobile')).toHaveValue('+1 555 010 0199')
  await dialog(page).getByRole('button', { name: 'Use newer values' }).click()
  await expect(dialog(page).getByLabel('Full name')).toHaveValue('Ada Newer')
  await dialog(page).getByLabel('Full name').fill('Ada Agreed')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const { user } = await ada.call('GET', '/users')
  expect(user).toMatchObject({ fullName: 'Ada Agreed', mobile: '+1 555 010 0199' })
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(row(page, ada.email)).toContainText('Ada Agreed')
  await expect(row(page, ada.email)).toContainText('Active')
})

test('funds once and debits with a value date, a note and a confirmation that names user and amount', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Saver', balance: 100 })
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await page.getByRole('link', { name: 'Details of Ada Saver' }).click()
  await content(page).getByRole('button', { name: 'Fund' }).click()
  for (const wrong of ['', 'ten', '0', '1.005', '-5']) {
    await dialog(page).getByLabel('Amount').fill(wrong)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page).getByText('Please enter a valid amount')).toBeVisible()
  }
  await dialog(page).getByLabel('Amount').fill('1,250.50')
  await expect(dialog(page)).toContainText('$1,350.50')
  await dialog(page).getByLabel('Value date').fill('2026-01-05')
  await dialog(page).getByLabel('Reason').fill('From the estate')
  await dialog(page).getByLabel('Note').fill('Inheritance')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText(`Fund Ada Saver (${ada.email}) with $1,250.50?`)
  await expect(dialog(page)).toContainText('$100.00')
  await dialog(page).getByRole('button', { name: 'Fund $1,250.50' }).click()
  await expect(dialog(page).getByText('The value date is before the account was opened.')).toBeVisible()
  // The response of the confirmed request is lost: the repeated one books nothing more.
  let lost = 0
  await page.route('**/api/admin/fund', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await dialog(page).getByRole('button', { name: 'Fund $1,250.50' }).click()
  await expect(dialog(page).getByText('No response from the server')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, 'Updated successfully')).toBeVisible()
  await expect(content(page)).toContainText('$1,350.50')
  const [transaction] = await admin.call(
    'GET',
    `/transactions/admin?userId=${ada.id}&type=Deposit&order=oldest&limit=1`,
  )
  expect(transaction).toMatchObject({
    amount: 1250.5,
    note: 'Inheritance',
    message: 'From the estate',
    createdAt: '2026-01-05T00:00:00.000Z',
  })

  await content(page).getByRole('button', { name: 'Debit' }).click()
  await dialog(page).getByLabel('Amount').fill('1350.51')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByText('Insufficient balance.')).toBeVisible()
  await dialog(page).getByLabel('Amount').fill('1350.5')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Debit $1,350.50' }).click()
  await expect(content(page).getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.goBack()
  await expect(row(page, ada.email)).toContainText('$0.00')
})

test('sets and clears a code, resets the PIN and ends all sessions', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Coded' })
  const headers = { authorization: `Bearer ${await ada.token()}` }
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await page.getByRole('link', { name: 'Details of Ada Coded' }).click()

  await content(page).getByRole('button', { name: 'Set code' }).click()
  await expect(dialog(page)).toContainText('We never ask for a payment in return for a code.')
  await dialog(page).getByLabel('Transaction code', { exact: true }).first().pressSequentially('1234')
  await dialog(page).getByRole('button', { name: 'Set code' }).click()
  await expect(dialog(page).getByText('Enter 5 digit number')).toBeVisible()
  await dialog(page).getByLabel('Transaction code, digit 5 of 5').fill('5')
  await dialog(page).getByLabel('Description').fill('For transfers abroad')
  await dialog(page).getByRole('button', { name: 'Set code' }).click()
  await expect(toast(page, 'Code added successfully')).toBeVisible()
  await expect(content(page)).toContainText('For transfers abroad')
  await expect(content(page)).toContainText(/Valid until .* 23:59/)

  await content(page).getByRole('button', { name: 'Clear code' }).click()
  await dialog(page).getByRole('button', { name: 'Clear code' }).click()
  await expect(toast(page, 'Code removed successfully')).toBeVisible()
  await expect(content(page)).toContainText('Transfers need only the PIN')

  await content(page).getByRole('button', { name: 'Reset PIN' }).click()
  await expect(dialog(page)).toContainText('Ada Coded will have to create a new PIN')
  await dialog(page).getByRole('button', { name: 'Reset PIN' }).click()
  await expect(toast(page, 'Pin Reset successfully')).toBeVisible()
  await expect(content(page).getByRole('button', { name: 'Reset PIN' })).toBeDisabled()

  await content(page).getByRole('button', { name: 'Remove' }).click()
  await dialog(page).getByRole('button', { name: 'Remove second factors' }).click()
  await expect(dialog(page).getByText('Enter a reason.')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Lost phone, showed passport')
  await dialog(page).getByRole('button', { name: 'Remove second factors' }).click()
  await expect(toast(page, /has no second factors now/)).toBeVisible()

  await content(page).getByRole('button', { name: 'End all sessions' }).click()
  await dialog(page).getByRole('button', { name: 'End all sessions' }).click()
  await expect(toast(page, 'Sessions ended')).toBeVisible()
  const response = await page.request.get('/api/users', { headers })
  expect(response.status()).toBe(401)
})

test('offers no power over the own account', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/dashboard/user?search=admin@fable.example')
  await page.getByRole('link', { name: /^Details of/ }).click()
  await expect(content(page)).toContainText('This is your own account. Another member of staff must')
  for (const name of ['Fund', 'Debit', 'Set code', 'Reset PIN', 'End all sessions'])
    await expect(content(page).getByRole('button', { name })).toHaveCount(0)
  await content(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page).getByLabel('Mobile')).toBeVisible()
  for (const field of ['Role', 'Status', 'Email']) await expect(dialog(page).getByLabel(field)).toHaveCount(0)
})

test('filters by status and role, with 5, 20 or 50 on a page, in an address to share', async ({
  admin,
  openAsAdmin,
}) => {
  for (let n = 0; n < 6; n++) await admin.createAccount({ fullName: `Waiting ${n}`, status: 'Pending' })
  const page = await openAsAdmin('/dashboard/users')
  await expect(page).toHaveURL('/dashboard/user')
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')
  await page.getByLabel('Status').selectOption('Pending')
  await expect(page).toHaveURL('/dashboard/user?status=Pending')
  await expect(rows.first()).toContainText('Waiting 5')
  await expect(rows).toHaveCount(5)
  await page.getByLabel('Users per page').selectOption('20')
  await expect(page).toHaveURL('/dashboard/user?status=Pending&size=20')
  await expect(rows.nth(5)).toContainText('Waiting 0')
  for (const text of await rows.allTextContents()) expect(text).toContain('Pending')
  const color = (text: string) =>
    rows
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  expect(await color('Pending')).toBe('rgb(177, 39, 31)')
  await page.getByLabel('Role').selectOption('Auditor')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByLabel('Status').selectOption('')
  await page.reload()
  for (const text of await rows.allTextContents()) expect(text).toContain('Auditor')
  expect(await color('Active'), 'green').toBe('rgb(18, 112, 74)')
})

test('shows an administrator what a colleague has changed', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Shared' })
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await expect(row(page, ada.email)).toContainText('$0.00')
  await ada.fund(12)
  await page.reload()
  await expect(row(page, ada.email)).toContainText('$12.00')
})
