import { expect, test } from '../accounts.ts'

/** The access log has one view of a person for each of them. */
const quarterOfAnHour = () => Math.floor(Date.now() / 900_000)

test('a teller freezes a customer, who is told what to do; unfreezes and closes; the customer sees who it was', async ({
  admin,
  openAs,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Frozen', balance: 20 })
  const tess = await admin.createAccount({ fullName: 'Tess Teller', role: 'Teller' })
  const startedIn = quarterOfAnHour()
  const office = await openAs(await tess.token(), `/dashboard/user/${ada.id}`)
  const change = async (open: string, choice: string | RegExp, reason: string) => {
    await office.getByRole('button', { name: open }).click()
    await office.getByRole('radio', { name: choice }).check()
    await office.getByLabel('Reason').fill(reason)
    await office.getByRole('dialog').getByRole('button', { name: choice }).click()
  }

  await office.getByRole('button', { name: 'Freeze or close' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(office.getByText('Enter a reason.')).toBeVisible()
  await office.getByRole('button', { name: 'Cancel' }).click()
  await change('Freeze or close', /^Freeze/, 'Card reported stolen')
  await expect(office.getByRole('banner').or(office.getByRole('main'))).toContainText([
    /Card reported stolen.*Tess Teller/,
  ])

  const bank = await openAs(await ada.token(), '/dashboard')
  await expect(bank.getByRole('complementary', { name: 'Account frozen' })).toContainText('Your account is frozen.')
  await expect(bank.getByText('Card reported stolen')).toHaveCount(0)
  const balance = bank.getByRole('region', { name: 'My Balance' })
  await expect(balance.getByRole('link')).toHaveText(['Add money', 'Statements'])
  await bank.goto('/dashboard/transfer')
  await expect(bank.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await bank
    .getByRole('complementary', { name: 'Account frozen' })
    .getByRole('link', { name: 'Contact support' })
    .click()
  await expect(bank).toHaveURL('/dashboard/support-user')

  await change('Unfreeze or close', /^Close the/, 'Moving away')
  await expect(
    office.getByText('The account must have no money and nothing pending before it is closed.'),
  ).toBeVisible()
  await office.getByRole('button', { name: 'Cancel' }).click()
  await change('Unfreeze or close', /^Unfreeze/, 'Card was found')
  await expect(office.getByText('Ada Frozen is no longer frozen')).toBeVisible()
  await bank.goto('/dashboard/transfer')
  await expect(bank.getByRole('button', { name: 'Continue' })).toBeEnabled()

  await admin.call('POST', '/admin/debit', { userId: ada.id, amount: 20 })
  await change('Freeze or close', /^Close the/, 'Moving away')
  await expect(office.getByText('Ada Frozen has a closed account')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Freeze or close' })).toHaveCount(0)
  await bank.goto('/dashboard')
  await expect(bank.getByRole('complementary', { name: 'Account closed' })).toBeVisible()
  await expect(balance.getByRole('link')).toHaveText(['Statements'])

  await bank.goto('/dashboard/settings')
  await expect(bank.getByRole('complementary', { name: 'Account closed' })).toBeVisible()
  await bank.getByRole('link', { name: 'Your data' }).click()
  await bank.getByRole('link', { name: 'Show the list' }).click()
  await expect(bank.getByRole('heading', { name: 'Who looked at my account' })).toBeVisible()
  const entries = bank.getByRole('listitem').filter({ hasText: 'Tess Teller · Teller' })
  const views = entries.filter({ hasText: 'Viewed your details' })
  await expect(views.first()).toBeVisible()
  expect(await views.count()).toBeLessThanOrEqual(1 + quarterOfAnHour() - startedIn)
  for (const what of ['Froze your account', 'Activated your account', 'Closed your account'])
    await expect(entries.filter({ hasText: what })).toHaveCount(1)
})

test('a new customer’s access log is empty and says so', async ({ admin, openAs }) => {
  const ben = await admin.createAccount({ fullName: 'Ben Quiet', status: 'Pending' })
  const page = await openAs(await ben.token(), '/dashboard/access-log')
  await page.route('**/api/users/access-log*', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText('Nobody has looked at your account yet.')).toBeVisible()
  await page.unroute('**/api/users/access-log*')
  await page.route('**/api/users/access-log*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText('We couldn’t load this list.')).toBeVisible()
})
