import type { Page } from '@playwright/test'
import { expect, test } from '../accounts.ts'
import { messageLog, sendMessage } from '../chat-actions.ts'
import { blockLiveUpdates } from '../customer-test.ts'
import { file, pdf } from '../files.ts'
import { shown } from '../touch.ts'

test('question, reply and read receipts arrive on both sides without reloading', async ({ admin, openLive }) => {
  const nora = await admin.createAccount({ fullName: 'Nora Question', balance: 500 })
  const office = await openLive(admin.token, '/dashboard/support')
  const customer = await openLive(await nora.token(), '/dashboard/support-user')
  await expect(customer.getByText('No messages yet.')).toBeVisible()
  await expect(office.getByRole('heading', { name: 'Admin Support' })).toBeVisible()

  await sendMessage(customer, 'Good morning,\nwhere is my card?\nSee https://fable.example/cards.')
  await expect(messageLog(customer).getByText('Sent')).toBeVisible()
  const row = office.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Nora Question/ })
  await expect(row).toContainText('1 unread')
  await row.click()
  await expect(messageLog(office)).toContainText('where is my card?')
  await expect(messageLog(office).getByRole('link', { name: 'https://fable.example/cards' })).toHaveAttribute(
    'rel',
    /noopener/,
  )
  await expect(messageLog(customer).getByText('Seen')).toBeVisible()
  await expect(row).not.toContainText('unread')
  await expect(office.getByRole('complementary', { name: 'Customer details' })).toContainText('$500.00')

  await sendMessage(office, 'It is in the post.')
  await expect(messageLog(customer).getByText('It is in the post.')).toBeVisible()
  await expect(messageLog(office).getByText('Seen')).toBeVisible()
  await expect(messageLog(customer).getByText('Today')).toHaveCount(1)

  // A canned reply is filled in for this customer and stays editable.
  await office.getByRole('button', { name: 'Canned replies' }).click()
  await office.getByRole('menuitem', { name: 'Greeting' }).click()
  await expect(office.getByLabel('Message', { exact: true })).toHaveValue(
    /^Hello Nora, thank you for writing to Fable Bank/,
  )
  await office.getByLabel('Message', { exact: true }).fill('   \n ')
  await expect(office.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
})

test('a message sent on one device appears once on the other', async ({ admin, openLive }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const phone = await openLive(await nora.token(), '/dashboard/support-user')
  const laptop = await openLive(await nora.token(), '/dashboard')
  await phone.getByLabel('Message', { exact: true }).fill('First line')
  await phone.keyboard.press('Shift+Enter')
  await phone.keyboard.type('and a second one')
  // The other device opens the thread only after the first message was sent.
  await phone.keyboard.press('Enter')
  await expect(messageLog(phone).getByText('Sent', { exact: true })).toBeVisible()
  await laptop.getByRole('link', { name: 'Support', exact: true }).first().click()
  await expect(messageLog(laptop).getByText('First line\nand a second one')).toBeVisible()
  await sendMessage(phone, 'Still there?')
  await expect(messageLog(laptop).getByText('Still there?')).toHaveCount(1)
  await sendMessage(laptop, 'Yes, here too.')
  await expect(messageLog(phone).getByText('Yes, here too.')).toHaveCount(1)
  for (const page of [phone, laptop]) {
    // Three messages and the date heading.
    await expect(messageLog(page).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByText('New message from support')).toHaveCount(0)
    // Three notifications from creating the account and its PIN; none was added.
    await expect(page).toHaveTitle(/^\(3\) Support/)
  }
})

test('a failed message is logged, kept, and sent once on retry', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const page = await openAs(await nora.token(), '/dashboard/support-user')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await expect(page.getByText('No messages yet.')).toBeVisible()
  await page.route('**/api/suport/send', (route) => route.abort())
  await sendMessage(page, 'Only once, please.')
  await expect(page.getByRole('alert')).toContainText('Not sent.')
  expect(logged).toContain('Failed to send message')
  await page.unroute('**/api/suport/send')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(messageLog(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.reload()
  await expect(messageLog(page).getByText('Only once, please.')).toHaveCount(1)
  await expect(messageLog(page).getByRole('listitem')).toHaveCount(2)
})

test('a lost response does not duplicate the message, with or without the event stream', async ({
  admin,
  openAs,
  openLive,
}) => {
  const nora = await admin.createAccount({ balance: 500 })
  const loseTheAnswer = (page: Page) =>
    page.route('**/api/suport/send', async (route) => {
      await route.fetch()
      await route.abort()
    })
  const heard = await openLive(await nora.token(), '/dashboard/support-user')
  await loseTheAnswer(heard)
  await sendMessage(heard, 'Heard of it.')
  await expect(messageLog(heard).getByText('Sent', { exact: true })).toBeVisible()
  await expect(heard.getByRole('alert')).toHaveCount(0)
  await expect(messageLog(heard).getByText('Heard of it.')).toHaveCount(1)
  await heard.context().close()

  const deaf = await openAs(await nora.token(), '/login')
  await deaf.route('**/api/events**', (route) => route.abort())
  await deaf.goto('/dashboard/support-user')
  await expect(messageLog(deaf).getByText('Heard of it.')).toBeVisible()
  await loseTheAnswer(deaf)
  await sendMessage(deaf, 'Only once, please.')
  await expect(deaf.getByRole('alert')).toContainText('Not sent.')
  await deaf.unroute('**/api/suport/send')
  await deaf.getByRole('button', { name: 'Send again' }).click()
  await expect(deaf.getByRole('alert')).toHaveCount(0)
  await deaf.reload()
  await expect(messageLog(deaf).getByText('Only once, please.')).toHaveCount(1)
})

test('a slow read of the thread does not overwrite a message sent meanwhile', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const { reference } = await nora.latestTransaction()
  const page = await openAs(await nora.token(), `/dashboard/support-user?about=${reference}`)
  await expect(page.getByRole('button', { name: 'Remove transaction' })).toBeVisible()
  // Sending clears `?about=`, which reads the thread again: that response arrives after the message's own.
  const read = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/suport/message*', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await sent.promise
    await route.fulfill({ response })
  })
  await page.route('**/api/suport/send', async (route) => {
    await read.promise
    await route.continue()
  })
  await sendMessage(page, 'What is this?')
  await expect(messageLog(page).getByText('Sent', { exact: true })).toBeVisible()
  const late = page.waitForResponse('**/api/suport/message*')
  sent.resolve()
  await (await late).finished()
  await shown(page)
  await expect(messageLog(page).getByText('What is this?')).toBeVisible()
})

test('load failures are logged with their exact texts and offer a retry', async ({ admin, openAs }) => {
  const page = await openAs(admin.token, '/dashboard')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.route('**/api/suport/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'x', code: 'internal' } }),
  )
  // A new stream reloads everything, also what failed.
  await blockLiveUpdates(page)
  await page.goto('/dashboard/support-user')
  await expect(page.getByText('We couldn’t load this conversation.')).toBeVisible()
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  // The specification has no text for staff here.
  await expect(page.getByText('Failed to load conversations')).toHaveCount(0)
  expect(logged).toContain('Failed to load messages')
  expect(logged).toContain('Failed to load conversations')
  await page.unroute('**/api/suport/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('the event stream reconnects, and the page polls where streams are blocked', async ({ admin, openLive }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const page = await openLive(await nora.token(), '/dashboard/support-user')
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const answer = (message: string) => admin.sendMessage(nora.id, message)
  await page.context().setOffline(true)
  await answer('While you were away.')
  await page.context().setOffline(false)
  await expect(messageLog(page).getByText('While you were away.')).toHaveCount(1)

  await page.route('**/api/events', (route) => route.abort())
  await Promise.all([page.waitForResponse('**/api/events/recent'), page.reload()])
  await expect(messageLog(page).getByText('While you were away.')).toBeVisible()
  await answer('Without a stream.')
  await expect(messageLog(page).getByText('Without a stream.')).toHaveCount(1)
})

test('images, PDFs and transaction cards appear in the thread on both sides', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const transaction = await nora.latestTransaction()
  const customer = await openAs(await nora.token(), '/dashboard/transactions')
  await customer.getByRole('table', { name: 'Transactions' }).getByRole('button').first().click()
  await customer.getByRole('link', { name: 'Ask support about this' }).click()
  await expect(customer.getByRole('button', { name: 'Remove transaction' })).toBeVisible()
  await sendMessage(customer, 'What is this?')
  await expect(
    messageLog(customer).getByRole('link', { name: new RegExp(`Deposit.*${transaction.reference}`) }),
  ).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgz/bHihiGlgQAkuUyQYV0+tkAAAAASUVORK5CYII=',
    'base64',
  )
  await customer.getByLabel('File to attach').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: png })
  await expect(customer.getByText('card.png')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await customer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messageLog(customer).getByRole('img', { name: 'Attachment' })).toBeVisible()
  await customer.getByLabel('File to attach').setInputFiles(file('letter.pdf', 'application/pdf', pdf()))
  await expect(customer.getByText('letter.pdf')).toBeVisible()
  await customer.getByLabel('Message', { exact: true }).fill('The letter I got.')
  await expect(customer.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await customer.keyboard.press('Enter')
  await expect(messageLog(customer).getByRole('link', { name: 'Download PDF' })).toBeVisible()
  const office = await openAs(admin.token, `/dashboard/support?user=${nora.id}`)
  await expect(messageLog(office).getByRole('link', { name: 'Download PDF' })).toBeVisible()
  await expect(messageLog(office).getByRole('img', { name: 'Attachment' })).toBeVisible()
  await expect(messageLog(office)).toContainText('$500.00')
})
