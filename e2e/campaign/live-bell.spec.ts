import { eventStreamOf, expect, test } from '../accounts.ts'
import { messageLog, sendMessage } from '../chat-actions.ts'

test('bell count, page title and toasts follow new events, and opening one marks it as read', async ({
  admin,
  openLive,
}) => {
  const nora = await admin.createAccount({ balance: 500 })
  await nora.call('POST', '/notifications/read', { upTo: '999' })
  const page = await openLive(await nora.token(), '/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  const fund = { userId: nora.id, amount: 75, confirm: true }
  await admin.call('POST', '/admin/fund', fund)
  await expect(page.getByText('We added $75.00 to your account')).toBeVisible()
  await expect(page.getByText('$575.00').first()).toBeVisible({ timeout: 3_000 })
  await expect(page).toHaveTitle(/^\(1\) Dashboard/)
  await admin.sendMessage(nora.id, 'A reply.')
  await expect(page.getByText('New message from support')).toBeVisible()
  await expect(page).toHaveTitle(/^\(2\) /)

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('link', { name: /New message from support/ }).click()
  await expect(page).toHaveURL(/support-user/)
  await expect(messageLog(page).getByText('A reply.')).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) Support/)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page).toHaveTitle(/^Support/)
})

test('stores which events are sent by email', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const page = await openAs(await nora.token(), '/dashboard/settings/notifications')
  const choice = page.getByRole('checkbox', { name: 'Transfer declined' })
  await expect(choice).toBeChecked()
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/mail') && response.request().method() === 'PUT',
  )
  await choice.uncheck()
  await stored
  await page.reload()
  await expect(choice).not.toBeChecked()
})

test('a refetch does not overwrite a preference that is still being saved', async ({ admin, openLive }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const page = await openLive(await nora.token(), '/dashboard/settings/notifications')
  const choice = page.getByRole('checkbox', { name: 'Transfer declined' })
  await expect(choice).toBeChecked()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/notifications/mail', async (route) => {
    if (route.request().method() === 'PUT') await released
    await route.continue()
  })
  await choice.uncheck()
  const loaded = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/mail') && response.request().method() === 'GET',
  )
  await admin.call('POST', '/admin/fund', { userId: nora.id, amount: 5 })
  await (await loaded).finished()
  await expect(page.getByText(/\$5\.00/).first()).toBeVisible()
  await expect(choice).not.toBeChecked()
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/mail') && response.request().method() === 'PUT',
  )
  release()
  await stored
  await page.reload()
  await expect(choice).not.toBeChecked()
})

test('the contact page’s chat works for a logged-in customer', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ fullName: 'Nora Chats', balance: 500 })
  const page = await openAs(await nora.token(), '/contact')
  await Promise.all([eventStreamOf(page), page.getByRole('button', { name: 'Support chat' }).click()])
  const chat = page.getByRole('dialog', { name: 'Support chat' })
  await expect(chat).toContainText('Nora Chats')
  await expect(chat.getByRole('link', { name: 'Open full page' })).toHaveAttribute('href', '/dashboard/support-user')
  await sendMessage(chat, 'From the contact page.')
  await expect(messageLog(page).getByText('Sent', { exact: true })).toBeVisible()
  await admin.sendMessage(nora.id, 'Welcome.')
  await expect(messageLog(page).getByText('Welcome.')).toBeVisible()
})
