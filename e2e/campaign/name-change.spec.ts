import { expect, test } from '../accounts.ts'
import { file, picture } from '../files.ts'

test('a verified customer asks for another name, and keeps the verified one until staff have seen a document', async ({
  admin,
  openAs,
}) => {
  const clara = await admin.createAccount({ fullName: 'Clara Bright' })
  const page = await openAs(await clara.token(), '/dashboard/settings')
  const form = page.getByRole('region', { name: 'Personal information' })
  await form.getByLabel('Full name').fill('Clara Day')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByText('You asked for: Clara Day')).toBeVisible()
  await expect(form.getByLabel('Full name')).toHaveValue('Clara Bright')
  await form.getByRole('link', { name: 'Send a document' }).click()
  await page.getByLabel('Choose a file of your ID').setInputFiles(file('id.jpg', 'image/jpeg', await picture(900, 600)))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Submit documents' }).click()
  await expect(page.getByRole('status').getByText('We are checking your documents')).toBeVisible()

  const office = await openAs(admin.token, '/dashboard/verifications')
  const request = office.getByRole('link', { name: /Asks for: Clara Day/ })
  await expect(request).toContainText('Clara Bright')
  await request.click()
  await office.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(async () => (await clara.call('GET', '/users')).user)
    .toMatchObject({
      fullName: 'Clara Day',
      nameChange: null,
    })
})
