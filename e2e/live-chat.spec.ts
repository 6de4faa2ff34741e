import { expect, test } from './bank.ts'
import { ADMIN, log, newHolder, openAs, say, startSecondServer, tokenOf } from './live-bank.ts'

test('two people at once: question, answer, seen, and each without reloading', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const nora = await newHolder(request, 'Nora Newcomer')
  const adminToken = await tokenOf(request, ADMIN)
  const office = await openAs(browser, url, adminToken, '/dashboard/support')
  const holder = await openAs(browser, url, nora.token, '/dashboard/support-user')
  await expect(holder.getByText('No messages yet.')).toBeVisible()
  await expect(office.getByRole('heading', { name: 'Admin Support' })).toBeVisible()

  await say(holder, 'Good morning,\nwhere is my card?\nSee https://fable.example/cards.')
  await expect(log(holder).getByText('Sent')).toBeVisible()
  const row = office.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Nora Newcomer/ })
  await expect(row).toContainText('1 unread')
  await row.click()
  await expect(log(office)).toContainText('where is my card?')
  await expect(log(office).getByRole('link', { name: 'https://fable.example/cards' })).toHaveAttribute(
    'rel',
    /noopener/,
  )
  await expect(log(holder).getByText('Seen')).toBeVisible()
  await expect(row).not.toContainText('unread')
  await expect(office.getByRole('complementary', { name: 'About this person' })).toContainText('$500.00')

  await say(office, 'It is in the post.')
  await expect(log(holder).getByText('It is in the post.')).toBeVisible()
  await expect(log(office).getByText('Seen')).toBeVisible()
  await expect(log(holder).getByText('Today')).toHaveCount(1)

  // A canned reply is filled in for this person, and may be changed before it goes.
  await office.getByRole('button', { name: 'Canned replies' }).click()
  await office.getByRole('menuitem', { name: 'Greeting' }).click()
  await expect(office.getByLabel('Message', { exact: true })).toHaveValue(
    /^Hello Nora, thank you for writing to Fable Bank/,
  )
  await office.getByLabel('Message', { exact: true }).fill('   \n ')
  await expect(office.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()

  // A colleague sees who answered.
  const colleague = await openAs(browser, url, adminToken, `/dashboard/support?user=${nora.userId}`)
  await expect(log(colleague)).toContainText('Nora Newcomer')
  await say(office, 'Anything else?')
  await expect(log(colleague).getByText('Anything else?')).toBeVisible()
})

test('two servers on one database: a message arrives without reloading', async ({
  browser,
  request,
  baseURL,
  bank,
}) => {
  const second = await startSecondServer(bank.dataDir)
  try {
    const nora = await newHolder(request)
    const office = await openAs(
      browser,
      second.baseURL,
      await tokenOf(request, ADMIN),
      `/dashboard/support?user=${nora.userId}`,
    )
    const holder = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
    await expect(holder.getByText('No messages yet.')).toBeVisible()
    await expect(office.getByText('Nothing has been said yet.')).toBeVisible()
    await holder.waitForTimeout(500)
    await say(holder, 'From the first server.')
    await expect(log(office).getByText('From the first server.')).toBeVisible()
    await say(office, 'From the second server.')
    await expect(log(holder).getByText('From the second server.')).toBeVisible()
  } finally {
    await second.stop()
  }
})

test('a message that fails is logged, kept, and sent once when tried again', async ({ browser, request, baseURL }) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await expect(page.getByText('No messages yet.')).toBeVisible()
  // The answer is lost after the bank has taken the message: only a retry under the same id is safe.
  await page.route('**/api/suport/send', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await say(page, 'Only once, please.')
  await expect(page.getByRole('alert')).toContainText('Not sent.')
  expect(logged).toContain('Failed to send message')
  await page.unroute('**/api/suport/send')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('Only once, please.')).toHaveCount(1)
  await expect(log(page).getByRole('listitem')).toHaveCount(2)
})

test('threads and lists that fail to load are logged by their exact texts and offer a retry', async ({
  browser,
  request,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', await tokenOf(request, ADMIN), '/dashboard')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.route('**/api/suport/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'x', code: 'internal' } }),
  )
  await page.goto('/dashboard/support-user')
  await expect(page.getByText('The conversation could not be loaded.')).toBeVisible()
  await page.goto('/dashboard/support')
  await expect(page.getByText('The conversations could not be loaded.')).toBeVisible()
  expect(logged).toContain('Failed to load messages')
  expect(logged).toContain('Failed to load conversations')
  await page.unroute('**/api/suport/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The conversations could not be loaded.')).toBeHidden()
})

test('a lost line is taken up again, and where streams are blocked the page asks instead', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const answer = (message: string) =>
    request.post('/api/suport/send', { headers: nora.admin, data: { receiver: nora.userId, message } })
  await page.context().setOffline(true)
  await answer('While you were away.')
  await page.context().setOffline(false)
  await expect(log(page).getByText('While you were away.')).toHaveCount(1, { timeout: 8_000 })

  await page.route('**/api/events', (route) => route.abort())
  await page.reload()
  await expect(log(page).getByText('While you were away.')).toBeVisible()
  await page.waitForTimeout(1_000)
  await answer('Without a stream.')
  await expect(log(page).getByText('Without a stream.')).toHaveCount(1, { timeout: 6_000 })
})

test('attach an image, and ask about a transaction: both show in the thread on both sides', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const nora = await newHolder(request)
  const [transaction] = await (await request.get('/api/transactions', { headers: nora.headers })).json()
  const holder = await openAs(browser, url, nora.token, '/dashboard/transactions')
  await holder.getByRole('table', { name: 'Transactions' }).getByRole('button').first().click()
  await holder.getByRole('link', { name: 'Ask support about this' }).click()
  await expect(holder.getByText(transaction.reference)).toBeVisible()
  await say(holder, 'What is this?')
  await expect(log(holder).getByRole('link', { name: `Deposit ${transaction.reference}` })).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgz/bHihiGlgQAkuUyQYV0+tkAAAAASUVORK5CYII=',
    'base64',
  )
  await holder.getByLabel('File to attach').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: png })
  await expect(holder.getByText('card.png')).toBeVisible()
  await expect(holder.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await holder.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(holder).getByRole('img', { name: 'Attached' })).toBeVisible()
  const office = await openAs(browser, url, await tokenOf(request, ADMIN), `/dashboard/support?user=${nora.userId}`)
  await expect(log(office).getByRole('img', { name: 'Attached' })).toBeVisible()
  await expect(log(office)).toContainText('$500.00')
})
