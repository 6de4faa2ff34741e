/// <reference lib="dom" />
import { expect, test } from '../admin-test.ts'

test('a person has a page with an address, tabs and a working back button', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Paged', balance: 100 })
  const { _id: transfer } = await ada.transfer(7)
  const startOn = `${new Date().getUTCFullYear() + 1}-01-31`
  const grace = { accountName: 'Grace', accountNumber: '0532013000', bankName: 'Savings Bank' }
  await ada.call('POST', '/orders', { ...grace, name: 'Rent', amount: 50, pin: '1234', startOn, every: 'month' })
  const page = await openAsAdmin(`/dashboard/user?search=${ada.email}`)
  await page.getByRole('link', { name: 'Details of Ada Paged' }).click()
  await expect(page).toHaveURL(`/dashboard/user/${ada.id}`)
  await expect(page.getByRole('heading', { name: 'Ada Paged' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$7.00 on hold')

  for (const [button, isField] of [
    ['Fund', true],
    ['Freeze or close', true],
    ['Reset PIN', false],
  ] as const) {
    const opener = page.getByRole('main').getByRole('button', { name: button })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(isField ? dialog.locator('input').first() : dialog.getByRole('button', { name: button })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }

  const tabs = page.getByRole('navigation', { name: 'Pages about Ada Paged' })
  await tabs.getByRole('link', { name: 'Scheduled payments' }).click()
  await expect(page.getByRole('list', { name: 'Scheduled payments' })).toContainText(/Rent\$50\.00.*Next: January 31/)
  await tabs.getByRole('link', { name: 'Accounts' }).click()
  await expect(page.getByRole('region', { name: 'Main account' })).toContainText('$100.00')
  await tabs.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL(`/dashboard/user/${ada.id}?tab=transactions`)
  await expect(tabs.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('table', { name: 'Transactions of Ada Paged' })
    .getByRole('link', { name: /^Transfer/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`transaction=${transfer}`))
  await expect(page.getByRole('dialog')).toContainText('-$7.00')
  await page.getByRole('dialog').getByRole('link', { name: 'Ada Paged' }).click()
  await expect(page).toHaveURL(`/dashboard/user/${ada.id}`)

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/dashboard/user/${ada.id}?tab=transactions`)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Main account' })).toBeVisible()
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(page).toHaveURL(`/dashboard/user?search=${ada.email}`)
})

test('a colleague opens the same tab from a link; an unknown address says so', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Linked', balance: 5 })
  const grace = await admin.createAccount({ role: 'Admin' })
  const page = await openAs(await grace.token(), `/dashboard/user/${ada.id}?tab=accounts`)
  await expect(page.getByRole('region', { name: 'Main account' })).toContainText('$5.00')
  for (const id of ['0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', 'ada', '%00', `${ada.id}x`]) {
    await page.goto(`/dashboard/user/${id}`)
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  }
  await page.goto(`/dashboard/user/${ada.id}/?tab=none`)
  await expect(page.getByRole('heading', { name: 'Ada Linked' })).toBeVisible()
  await page.context().close()
})

test('says that it failed to load, and tries again', async ({ admin, openAsAdmin, page }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Retried' })
  await page.route(`**/api/admin/users/${ada.id}`, (route) => route.fulfill({ status: 503, json: {} }))
  await openAsAdmin(`/dashboard/user/${ada.id}`)
  await expect(page.getByText('Failed to load the user.')).toBeVisible()
  await page.unroute(`**/api/admin/users/${ada.id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Retried' })).toBeVisible()
})

test('shows a locked PIN and a locked code, and what to do', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Locked', balance: 50 })
  const form = { accountName: 'Grace', accountNumber: '0532013000', bankName: 'Savings Bank', amount: 1 }
  for (let attempt = 0; attempt < 5; attempt++)
    await ada.call('POST', '/transfer', { ...form, pin: '9999' }).catch(() => null)
  const page = await openAsAdmin(`/dashboard/user/${ada.id}`)
  const security = page.getByRole('region', { name: 'Security' })
  await expect(security).toContainText('Locked after five wrong attempts. Reset it')
  await security.getByRole('button', { name: 'Reset PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset PIN' }).click()
  await expect(security).not.toContainText('Locked')
})

test('two members of staff write notes and tags for each other, which the customer never sees', async ({
  admin,
  openAsAdmin,
  openAs,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Noted' })
  const support = await admin.createAccount({ fullName: 'Sue Support', role: 'Support' })
  const mine = await openAsAdmin(`/dashboard/user/${ada.id}?tab=notes`)
  await expect(mine.getByText('No notes yet.')).toBeVisible()
  await mine.getByRole('button', { name: 'Add note' }).click()
  await expect(mine.getByText('Enter a note.')).toBeVisible()
  await mine.getByLabel('New note').fill('Called about a transfer.\nWill send a passport.')
  await mine.getByRole('button', { name: 'Add note' }).click()
  await expect(mine.getByRole('list', { name: 'Notes' })).toContainText('Will send a passport.')
  await expect(mine.getByLabel('New note')).toHaveValue('')

  const hers = await openAs(await support.token(), `/dashboard/user/${ada.id}?tab=notes`)
  await expect(hers.getByRole('button', { name: 'Fund' })).toHaveCount(0)
  await hers.getByLabel('New note').fill('Passport received.')
  await hers.getByRole('button', { name: 'Add note' }).click()
  const notes = hers.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes).toHaveCount(2)
  await expect(notes.first()).toContainText('Sue Support')
  await expect(notes.last()).toContainText('Fiona Archer')
  const tag = hers.getByRole('combobox', { name: 'Add a tag' })
  await tag.fill('Lost passport')
  await tag.press('Enter')
  await hers.getByRole('link', { name: 'Lost passport' }).click()
  await expect(hers).toHaveURL('/dashboard/user?tag=Lost+passport')
  await expect(hers.getByRole('table', { name: 'Users' })).toContainText('Lost passport')
  await hers.getByRole('link', { name: 'Details of Ada Noted' }).click()
  await hers.getByRole('button', { name: 'Remove tag Lost passport' }).click()
  await expect(hers.getByRole('link', { name: 'Lost passport' })).toHaveCount(0)
  await expect(tag).toBeFocused()
  await hers.goto(`/dashboard/user/${support.id}?tab=notes`)
  await expect(hers.getByText('You can’t see or write notes about yourself.')).toBeVisible()
  await hers.context().close()

  const customers = await openAs(await ada.token(), '/dashboard/access-log')
  await expect(customers.getByText('Viewed your details').first()).toBeVisible()
  await expect(customers.getByRole('main')).not.toContainText('note')
  await customers.context().close()
})
