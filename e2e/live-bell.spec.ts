import { expect, hearing, log, newHolder, openAs, openLive, say, test } from './live-bank.ts'

test('the bell counts, the title shows it, toasts tell, and following one marks it as read', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  await request.post('/api/notifications/read', { headers: nora.headers, data: { upTo: '999' } })
  const page = await openLive(browser, baseURL ?? '', nora.token, '/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  const fund = { userId: nora.userId, amount: 75 }
  await request.post('/api/admin/fund', { headers: nora.admin, data: fund })
  await expect(page.getByText('The bank added $75.00')).toBeVisible()
  await expect(page.getByText('$575.00').first()).toBeVisible({ timeout: 3_000 })
  await expect(page).toHaveTitle(/^\(1\) Dashboard/)
  const answer = { receiver: nora.userId, message: 'An answer.' }
  await request.post('/api/suport/send', { headers: nora.admin, data: answer })
  await expect(page.getByText('New message from support')).toBeVisible()
  await expect(page).toHaveTitle(/^\(2\) /)

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('link', { name: /New message from support/ }).click()
  await expect(page).toHaveURL(/support-user/)
  await expect(log(page).getByText('An answer.')).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) Support/)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page).toHaveTitle(/^Support/)
})

test('which events come by e-mail is kept', async ({ browser, request, baseURL }) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/settings')
  const choice = page.getByRole('checkbox', { name: 'A transfer was declined' })
  await expect(choice).toBeChecked()
  const stored = page.waitForResponse((response) => response.url().endsWith('/notifications/mail') && response.ok())
  await choice.uncheck()
  await stored
  await page.reload()
  await expect(choice).not.toBeChecked()
})

test('what is loaded meanwhile does not undo a press that is still on its way', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/settings')
  const choice = page.getByRole('checkbox', { name: 'A transfer was declined' })
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
  await request.post('/api/admin/fund', { headers: nora.admin, data: { userId: nora.userId, amount: 5 } })
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

test('the widget of the contact page is the real chat for whoever is signed in', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/contact')
  await Promise.all([hearing(page), page.getByRole('button', { name: 'Support chat' }).click()])
  await say(page.getByRole('dialog', { name: 'Support chat' }), 'From the contact page.')
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible()
  await request.post('/api/suport/send', { headers: nora.admin, data: { receiver: nora.userId, message: 'Welcome.' } })
  await expect(log(page).getByText('Welcome.')).toBeVisible()
})
