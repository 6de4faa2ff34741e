/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from '../admin-test.ts'
import { file, picture } from '../files.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a teller adds a customer with documents, a colleague sees them first, and an administrator invites and ends access', async ({
  admin,
  openAsAdmin,
  browser,
}) => {
  const teller = await admin.createAccount({ role: 'Teller', fullName: 'Tom Teller' })
  const context = await browser.newContext()
  await context.addInitScript((token) => localStorage.setItem('authToken', token), await teller.token())
  const desk = await context.newPage()
  await desk.goto('/dashboard/user')
  await desk.getByRole('button', { name: 'Add a customer' }).click()
  await dialog(desk).getByRole('button', { name: 'Add a customer' }).click()
  await expect(dialog(desk).getByText('Enter a name.')).toBeVisible()
  await dialog(desk).getByLabel('Full name').fill('Nora Desk')
  await dialog(desk).getByLabel('Email').fill(`nora.${Date.now()}@people.example`)
  await dialog(desk).getByRole('button', { name: 'Add a customer' }).click()
  await expect(desk.getByRole('heading', { name: 'Nora Desk' })).toBeVisible()
  await desk.getByLabel('Proof of identity').setInputFiles(file('id.jpg', 'image/jpeg', await picture(900, 600)))
  await desk.getByRole('button', { name: 'Submit documents' }).click()
  await expect(desk.getByText('Waiting for a decision')).toBeVisible()

  // Approve waits for the document.
  await desk.route('**/api/admin/verifications/documents/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await desk.getByRole('link', { name: 'Review' }).click()
  const approve = desk.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeDisabled()
  await expect(desk.getByText('You can approve once every document is shown.')).toBeVisible()
  await expect(approve).toBeEnabled()
  await approve.click()
  await expect(desk.getByText('Nora Desk is now Active')).toBeVisible()

  const office = await openAsAdmin('/dashboard/staff')
  await office.getByRole('button', { name: 'Invite a member of staff' }).click()
  await dialog(office).getByLabel('Full name').fill('Tess Invited')
  await dialog(office).getByLabel('Email').fill(`tess.${Date.now()}@people.example`)
  await dialog(office).getByRole('button', { name: 'Invite', exact: true }).click()
  const row = office.getByRole('row', { name: /Tess Invited/ })
  await expect(row).toContainText('Invited, has not set a password yet')
  await row.getByRole('link', { name: 'Tess Invited' }).click()
  await expect(office.getByText('Staff, without a bank account')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Fund' })).toHaveCount(0)
  await office.getByRole('button', { name: 'End access' }).click()
  await dialog(office).getByRole('button', { name: 'End access' }).click()
  await expect(office.getByText('The access has ended')).toBeVisible()

  // Unsaved settings are not lost by a click.
  await office.goto('/dashboard/admin-settings')
  await office.getByLabel('Bank name').fill('Another bank')
  await office.getByRole('link', { name: 'Audit' }).click()
  await office.getByRole('button', { name: 'Keep editing' }).click()
  await expect(office.getByLabel('Bank name')).toHaveValue('Another bank')
})
