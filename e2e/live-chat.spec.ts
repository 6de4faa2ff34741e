import type { Page } from '@playwright/test'
import { file, pdf } from './bank-files.ts'
import { adminToken, expect, log, newHolder, openAs, openLive, say, startSecondServer, test } from './live-bank.ts'

test('two people at once: question, answer, seen, and each without reloading', async ({
  browser,
  request,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const nora = await newHolder(request, 'Nora Question')
  const office = await openLive(browser, url, await adminToken(request), '/dashboard/support')
  const holder = await openLive(browser, url, nora.token, '/dashboard/support-user')
  await expect(holder.getByText('No messages yet.')).toBeVisible()
  await expect(office.getByRole('heading', { name: 'Admin Support' })).toBeVisible()

  await say(holder, 'Good morning,\nwhere is my card?\nSee https://fable.example/cards.')
  await expect(log(holder).getByText('Sent')).toBeVisible()
  const row = office.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Nora Question/ })
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
})

test('what is sent on one device stands on the other at once, and nowhere twice', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  const phone = await openLive(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  const laptop = await openLive(browser, baseURL ?? '', nora.token, '/dashboard')
  await phone.getByLabel('Message', { exact: true }).fill('First line')
  await phone.keyboard.press('Shift+Enter')
  await phone.keyboard.type('and a second one')
  // The thread of the other device was never opened; then it is, and follows.
  await phone.keyboard.press('Enter')
  await expect(log(phone).getByText('Sent', { exact: true })).toBeVisible()
  await laptop.getByRole('link', { name: 'Support', exact: true }).first().click()
  await expect(log(laptop).getByText('First line\nand a second one')).toBeVisible()
  await say(phone, 'Still there?')
  await expect(log(laptop).getByText('Still there?')).toHaveCount(1)
  await say(laptop, 'Yes, here too.')
  await expect(log(phone).getByText('Yes, here too.')).toHaveCount(1)
  for (const page of [phone, laptop]) {
    // Three messages and the day.
    await expect(log(page).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByText('New message from support')).toHaveCount(0)
    // What the bank told before; nothing was added.
    await expect(page).toHaveTitle(/^\(2\) Support/)
  }
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
    const office = await openLive(
      browser,
      second.baseURL,
      await adminToken(request),
      `/dashboard/support?user=${nora.userId}`,
    )
    const holder = await openLive(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
    await expect(holder.getByText('No messages yet.')).toBeVisible()
    await expect(office.getByText('Nothing has been said yet.')).toBeVisible()
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
  await page.route('**/api/suport/send', (route) => route.abort())
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

test('an answer that is lost after the bank took the message: the stream tells, and a retry says nothing twice', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request)
  const loseTheAnswer = (page: Page) =>
    page.route('**/api/suport/send', async (route) => {
      await route.fetch()
      await route.abort()
    })
  const heard = await openLive(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  await loseTheAnswer(heard)
  await say(heard, 'Heard of it.')
  await expect(log(heard).getByText('Sent', { exact: true })).toBeVisible()
  await expect(heard.getByRole('alert')).toHaveCount(0)
  await expect(log(heard).getByText('Heard of it.')).toHaveCount(1)
  await heard.context().close()

  const deaf = await openAs(browser, baseURL ?? '', nora.token, '/login')
  await deaf.route('**/api/events**', (route) => route.abort())
  await deaf.goto('/dashboard/support-user')
  await expect(log(deaf).getByText('Heard of it.')).toBeVisible()
  await loseTheAnswer(deaf)
  await say(deaf, 'Only once, please.')
  await expect(deaf.getByRole('alert')).toContainText('Not sent.')
  await deaf.unroute('**/api/suport/send')
  await deaf.getByRole('button', { name: 'Send again' }).click()
  await expect(deaf.getByRole('alert')).toHaveCount(0)
  await deaf.reload()
  await expect(log(deaf).getByText('Only once, please.')).toHaveCount(1)
})

test('threads and lists that fail to load are logged by their exact texts and offer a retry', async ({
  browser,
  request,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', await adminToken(request), '/dashboard')
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
  const page = await openLive(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const answer = (message: string) =>
    request.post('/api/suport/send', { headers: nora.admin, data: { receiver: nora.userId, message } })
  await page.context().setOffline(true)
  await answer('While you were away.')
  await page.context().setOffline(false)
  await expect(log(page).getByText('While you were away.')).toHaveCount(1)

  await page.route('**/api/events', (route) => route.abort())
  await Promise.all([page.waitForResponse('**/api/events/recent'), page.reload()])
  await expect(log(page).getByText('While you were away.')).toBeVisible()
  await answer('Without a stream.')
  await expect(log(page).getByText('Without a stream.')).toHaveCount(1)
})

test('attach an image or a PDF, and ask about a transaction: all show in the thread on both sides', async ({
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
  await expect(holder.getByRole('button', { name: 'Remove the transaction' })).toBeVisible()
  await say(holder, 'What is this?')
  await expect(log(holder).getByRole('link', { name: new RegExp(`Deposit.*${transaction.reference}`) })).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgz/bHihiGlgQAkuUyQYV0+tkAAAAASUVORK5CYII=',
    'base64',
  )
  await holder.getByLabel('File to attach').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: png })
  await expect(holder.getByText('card.png')).toBeVisible()
  await expect(holder.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await holder.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(holder).getByRole('img', { name: 'Attached' })).toBeVisible()
  await holder.getByLabel('File to attach').setInputFiles(file('letter.pdf', 'application/pdf', pdf()))
  await expect(holder.getByText('letter.pdf')).toBeVisible()
  await holder.getByLabel('Message', { exact: true }).fill('The letter I got.')
  await expect(holder.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await holder.keyboard.press('Enter')
  await expect(log(holder).getByRole('link', { name: 'Download PDF' })).toBeVisible()
  const office = await openAs(browser, url, await adminToken(request), `/dashboard/support?user=${nora.userId}`)
  await expect(log(office).getByRole('link', { name: 'Download PDF' })).toBeVisible()
  await expect(log(office).getByRole('img', { name: 'Attached' })).toBeVisible()
  await expect(log(office)).toContainText('$500.00')
})
