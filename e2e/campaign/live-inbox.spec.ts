import type { Page } from '@playwright/test'
import { expect, test } from '../accounts.ts'
import { messageLog, sendMessage } from '../chat-actions.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: new RegExp(`^${name}`) })
const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link')

test('several administrators: newest first, search while typing, replies with their author’s name', async ({
  admin,
  openLive,
}) => {
  const [nora, otto] = [
    await admin.createAccount({ fullName: 'Nora Foyer', balance: 500 }),
    await admin.createAccount({ fullName: 'Otto Foyer', balance: 500 }),
  ]
  const grace = await admin.createAccount({ fullName: 'Grace Colleague', role: 'Admin' })
  await nora.sendMessage('I was first.')
  const mine = await openLive(admin.token, '/dashboard/support?search=foyer')
  await expect(conversations(mine)).toHaveText([/Nora Foyer/])
  await otto.sendMessage('I am later.')
  await expect(conversations(mine)).toHaveText([/Otto Foyer.*I am later/, /Nora Foyer/])
  await mine.getByRole('textbox', { name: 'Search conversations' }).fill(nora.email.toUpperCase())
  await expect(conversations(mine)).toHaveText([/Nora Foyer/])
  await conversations(mine).first().click()

  const hers = await openLive(await grace.token(), `/dashboard/support?user=${nora.id}`)
  await expect(messageLog(hers)).toContainText('I was first.')
  await sendMessage(mine, 'Fiona answers.')
  await expect(messageLog(hers).getByText('Fiona answers.')).toBeVisible()
  await expect(messageLog(hers).getByText('Fiona Archer')).toBeVisible()
  await sendMessage(hers, 'And so does Grace.')
  await expect(messageLog(mine).getByText('And so does Grace.')).toBeVisible()
  await expect(messageLog(mine).getByText('Grace Colleague')).toBeVisible()
  // The customer does not see which administrator replied.
  const thread = JSON.stringify(await nora.call('GET', '/suport/message'))
  expect(thread).toContain('And so does Grace.')
  expect(thread).not.toContain('Grace Colleague')
})

test('contact messages and sign-ups are counted in their tabs until an administrator reads them', async ({
  request,
  admin,
  openLive,
}) => {
  const reader = await openLive(admin.token, '/dashboard/support?tab=contact')
  await expect(reader.getByRole('heading', { name: 'Admin Support' })).toBeVisible()
  await reader.goto('/dashboard/support?tab=newsletter')
  await expect(tab(reader, 'Contact')).not.toContainText('unread')
  const other = await openLive(admin.token, '/dashboard/support')
  const name = `Cara ${Date.now()}`
  const contactMessage = { name, email: 'cara@fable.example', mobile: '1', message: 'Do you open accounts for clubs?' }
  expect((await request.post('/api/contact', { data: { ...contactMessage, terms: true } })).status()).toBe(201)
  await expect(tab(other, 'Contact')).toContainText('1 unread')
  await expect(tab(reader, 'Contact')).toContainText('1 unread')
  const email = `reader-${Date.now()}@fable.example`
  expect((await request.post('/api/newsletters', { data: { email } })).status()).toBe(202)
  // A new sign-up is read at once where the list is open.
  await expect(reader.getByRole('list', { name: 'Newsletter subscribers' })).toContainText(email)
  await tab(reader, 'Contact').click()
  const contactMessages = reader.getByRole('list', { name: 'Contact messages' })
  await expect(contactMessages.getByRole('listitem').filter({ hasText: name })).toContainText('New')
  for (const page of [reader, other])
    for (const of of ['Contact', 'Newsletter']) await expect(tab(page, of)).not.toContainText('unread')
})

test('canned replies are edited in the settings, filled in for the customer and editable before sending', async ({
  admin,
  openAs,
}) => {
  const nora = await admin.createAccount({ fullName: 'Nora Newcomer', balance: 500 })
  const page = await openAs(admin.token, '/dashboard/admin-settings')
  const section = page.getByRole('region', { name: 'Canned replies' })
  const save = () => section.getByRole('button', { name: 'Save' }).click()
  const name = `Clubs ${Date.now()}`
  await section.getByRole('button', { name: 'Add reply' }).click()
  const added = section.getByRole('group').last()
  await added.getByLabel('Name').fill(name)
  await save()
  await expect(section.getByText('All fields are required.')).toBeVisible()
  await added.getByLabel('Text').fill('Dear {{firstName}}, your PIN is {{pin}}.')
  await save()
  await expect(section.getByText('There is no placeholder {{pin}}.')).toBeVisible()
  await added.getByLabel('Text').fill('Dear {{firstName}},\nyou have {{balance}}. {{me}}')
  await save()
  await expect(page.getByText('Updated successfully!')).toBeVisible()
  await expect(section).toContainText('Last changed by Fiona Archer')

  await page.goto(`/dashboard/support?user=${nora.id}`)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name }).click()
  const field = page.getByLabel('Message', { exact: true })
  await expect(field).toHaveValue('Dear Nora,\nyou have $500.00. Fiona Archer')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messageLog(page).getByText('you have $500.00.')).toBeVisible()

  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'Edit canned replies' }).click()
  await section.getByRole('button', { name: `Remove ${name}` }).click()
  await save()
  await expect(page.getByText('Updated successfully!')).toBeVisible()
  await page.reload()
  await expect(section.getByRole('button', { name: 'Remove Greeting' })).toBeVisible()
  await expect(section.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
})
