import { expect, test } from '../accounts.ts'

test('an administrator erases a customer whose account is closed', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Leaving' })
  await admin.call('PATCH', '/admin/user', { userId: ada.id, updates: { status: 'Closed' }, reason: 'Moving away' })
  const iris = await admin.createAccount({ fullName: 'Iris Admin', role: 'Admin' })
  const office = await openAs(await iris.token(), `/dashboard/user/${ada.id}`)
  await office.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog).toContainText('This is final. It can’t be undone.')
  await dialog.getByRole('radio', { name: 'The bank no longer needs the data' }).check()
  await dialog.getByRole('button', { name: 'Erase this customer' }).click()
  await expect(office.getByRole('heading', { level: 1 })).toHaveText(`Erased customer ${ada.id.slice(-6)}`)
  await expect(office.getByText(/^Erased on /)).toBeVisible()
  await expect(office.getByRole('button', { name: 'Erase', exact: true })).toHaveCount(0)
})
