import type { Page } from '@playwright/test'
import { adminToken, expect, log, newHolder, openAs, openLive, say, test, tokenOf } from './live-bank.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: new RegExp(`^${name}`) })
const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link')

test('several administrators: latest first, found as one types, and each answer with its author’s name', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const [nora, otto] = [await newHolder(request, 'Nora Inbox'), await newHolder(request, 'Otto Inbox')]
  const grace = await newHolder(request, 'Grace Colleague')
  const promotion = { userId: grace.userId, updates: { role: 'Admin' } }
  await request.patch('/api/admin/user', { data: promotion, headers: grace.admin })
  const ask = (who: typeof nora, message: string) =>
    request.post('/api/suport/send', { headers: who.headers, data: { receiver: 'Admin', message } })
  await ask(nora, 'I was first.')
  const mine = await openLive(browser, url, await adminToken(request), '/dashboard/support?search=inbox')
  await expect(conversations(mine)).toHaveText([/Nora Inbox/])
  await ask(otto, 'I am later.')
  await expect(conversations(mine)).toHaveText([/Otto Inbox.*I am later/, /Nora Inbox/])
  await mine.getByRole('searchbox', { name: 'Search conversations' }).fill(nora.email.toUpperCase())
  await expect(conversations(mine)).toHaveText([/Nora Inbox/])
  await conversations(mine).first().click()

  const hers = await openLive(browser, url, await tokenOf(request, grace), `/dashboard/support?user=${nora.userId}`)
  await expect(log(hers)).toContainText('I was first.')
  await say(mine, 'Fiona answers.')
  await expect(log(hers).getByText('Fiona answers.')).toBeVisible()
  await expect(log(hers).getByText('Fiona Archer')).toBeVisible()
  await say(hers, 'And so does Grace.')
  await expect(log(mine).getByText('And so does Grace.')).toBeVisible()
  await expect(log(mine).getByText('Grace Colleague')).toBeVisible()
  // The account holder hears the bank, and not which of its people.
  const thread = await (await request.get('/api/suport/message', { headers: nora.headers })).text()
  expect(thread).toContain('And so does Grace.')
  expect(thread).not.toContain('Grace Colleague')
})

test('letters and sign-ups arrive under their tabs, are counted there, and are read for the whole office', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const reader = await openLive(browser, url, await adminToken(request), '/dashboard/support?tab=contact')
  await expect(reader.getByRole('heading', { name: 'Admin Support' })).toBeVisible()
  await reader.goto('/dashboard/support?tab=newsletter')
  await expect(tab(reader, 'Contact')).not.toContainText('unread')
  const other = await openLive(browser, url, await adminToken(request), '/dashboard/support')
  const name = `Cara ${Date.now()}`
  const letter = { name, email: 'cara@fable.example', mobile: '1', message: 'Do you open accounts for clubs?' }
  expect((await request.post('/api/contact', { data: { ...letter, terms: true } })).status()).toBe(201)
  await expect(tab(other, 'Contact')).toContainText('1 unread')
  await expect(tab(reader, 'Contact')).toContainText('1 unread')
  const email = `reader-${Date.now()}@fable.example`
  expect((await request.post('/api/newsletters', { data: { email } })).status()).toBe(202)
  // Whoever has the list open reads it as it comes in.
  await expect(reader.getByRole('list', { name: 'Newsletter sign-ups' })).toContainText(email)
  await tab(reader, 'Contact').click()
  const letters = reader.getByRole('list', { name: 'Contact messages' })
  await expect(letters.getByRole('listitem').filter({ hasText: name })).toContainText('New')
  for (const page of [reader, other])
    for (const of of ['Contact', 'Newsletter']) await expect(tab(page, of)).not.toContainText('unread')
})

test('canned replies: written in the settings, filled in for the person, changed before they go', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request, 'Nora Newcomer')
  const page = await openAs(browser, baseURL ?? '', await adminToken(request), '/dashboard/admin-settings')
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

  await page.goto(`/dashboard/support?user=${nora.userId}`)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name }).click()
  const field = page.getByLabel('Message', { exact: true })
  await expect(field).toHaveValue('Dear Nora,\nyou have $500.00. Fiona Archer')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('you have $500.00.')).toBeVisible()

  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'Edit canned replies' }).click()
  await section.getByRole('button', { name: `Remove ${name}` }).click()
  await save()
  await expect(page.getByText('Updated successfully!')).toBeVisible()
  await page.reload()
  await expect(section.getByRole('button', { name: 'Remove Greeting' })).toBeVisible()
  await expect(section.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
})
