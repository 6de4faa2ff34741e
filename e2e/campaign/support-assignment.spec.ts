import type { Page } from '@playwright/test'
import { expect, test } from '../accounts.ts'
import { toast } from '../admin-test.ts'
import { expectClean } from '../axe.ts'
import { messageLog, sendMessage } from '../chat-actions.ts'
import { blockLiveUpdates } from '../customer-test.ts'

const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rowOf = (page: Page, name: string) => conversations(page).getByRole('link', { name: new RegExp(name) })
const filter = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const assignee = (page: Page) => page.getByRole('button', { name: /^Assigned to:/ })

test('two members of staff assign, answer and solve; the customer’s next message reopens', async ({
  admin,
  openLive,
}) => {
  const [sol, tess] = [
    await admin.createAccount({ fullName: 'Sol Desk', role: 'Support' }),
    await admin.createAccount({ fullName: 'Tess Desk', role: 'Teller' }),
  ]
  const nora = await admin.createAccount({ fullName: 'Nora Queue' })
  await nora.sendMessage('Where is my card?')
  const first = await openLive(await sol.token(), `/dashboard/support?user=${nora.id}`)
  const second = await openLive(await tess.token(), '/dashboard/support?state=waiting')
  await expect(rowOf(second, 'Nora Queue')).toContainText('Waiting')
  await expect(rowOf(second, 'Nora Queue')).toContainText('Unassigned')

  // Reading is not answering.
  await expect(messageLog(first)).toContainText('Where is my card?')
  await filter(first, 'Waiting').click()
  await expect(rowOf(first, 'Nora Queue')).toContainText('Waiting')

  await assignee(first).click()
  await first.getByRole('menuitem', { name: /Tess Desk/ }).click()
  await expect(toast(first, 'Assigned to Tess Desk')).toBeVisible()
  await expect(assignee(first)).toHaveAccessibleName('Assigned to: Tess Desk')
  await filter(second, 'Mine').click()
  await expect(second).toHaveURL(/assigned=mine/)
  await expect(rowOf(second, 'Nora Queue')).toContainText('You')
  await rowOf(second, 'Nora Queue').click()
  await sendMessage(second, 'It is in the post.')
  // Answered: it leaves the queue of both.
  await expect(rowOf(second, 'Nora Queue')).toHaveCount(0)
  await expect(rowOf(first, 'Nora Queue')).toHaveCount(0)

  await second.getByRole('button', { name: 'Solve', exact: true }).click()
  await expect(toast(second, 'Conversation solved')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Reopen', exact: true })).toBeFocused()
  await filter(first, 'Solved').click()
  await expect(rowOf(first, 'Nora Queue')).toContainText('Tess Desk')
  await expectClean(first, 'solved conversation')

  await nora.sendMessage('Thank you. And my PIN?')
  await expect(rowOf(second, 'Nora Queue')).toContainText('Waiting')
  await expect(second.getByRole('button', { name: 'Solve', exact: true })).toBeVisible()
})

test('taking a conversation that a colleague has just taken shows who has it', async ({ admin, newSignedInPage }) => {
  const sol = await admin.createAccount({ fullName: 'Sol Fast', role: 'Support' })
  const nora = await admin.createAccount({ fullName: 'Nora Contested' })
  await nora.sendMessage('Hello?')
  const page = await newSignedInPage(admin.token)
  await blockLiveUpdates(page)
  await page.goto(`/dashboard/support?user=${nora.id}`)
  await assignee(page).click()
  await expect(page.getByRole('menuitem', { name: 'Assign to me' })).toBeVisible()
  await sol.call('PATCH', `/admin/conversations/${nora.id}`, { assignedTo: sol.id })
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await expect(toast(page, 'Someone else changed this in the meantime.')).toBeVisible()
  await expect(assignee(page)).toHaveAccessibleName('Assigned to: Sol Fast')
})

test('auditors read without a message field; staff don’t answer themselves', async ({ admin, openAs }) => {
  const auditor = await admin.createAccount({ fullName: 'Otto Auditor', role: 'Auditor' })
  const sol = await admin.createAccount({ fullName: 'Sol Customer', role: 'Support' })
  await sol.sendMessage('I have a question as a customer')
  const reading = await openAs(await auditor.token(), `/dashboard/support?user=${sol.id}`)
  await expect(messageLog(reading)).toContainText('as a customer')
  await expect(reading.getByText('You can read this conversation, and not reply.')).toBeVisible()
  await expect(reading.getByLabel('Message', { exact: true })).toHaveCount(0)
  await expect(assignee(reading)).toHaveCount(0)
  const own = await openAs(await sol.token(), `/dashboard/support?user=${sol.id}`)
  await expect(own.getByText('This is your own conversation. A colleague answers it.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Solve', exact: true })).toHaveCount(0)
})

test('a transaction in the chat opens its panel; date and time stay on one line on a phone', async ({
  admin,
  openAs,
}) => {
  const nora = await admin.createAccount({ fullName: 'Nora Card', balance: 100 })
  const { _id: transactionId, reference } = await nora.transfer(10.5)
  await nora.call('POST', '/suport/send', { receiver: 'Admin', message: 'Where is it?', transactionId })
  const page = await openAs(admin.token, '/dashboard')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/dashboard/support?user=${nora.id}`)
  const card = messageLog(page).getByRole('link', { name: new RegExp(reference) })
  const date = await card.getByText(/\d\d:\d\d [ap]m$/).boundingBox()
  expect(date?.height).toBeLessThan(30)
  await card.click()
  await expect(page).toHaveURL(new RegExp(`transaction=${transactionId}`))
  await expect(page.getByRole('dialog')).toContainText('Nora Card')
})

test('the home card counts unanswered conversations and says how long the oldest waits', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ fullName: 'Nora Patient' })
  await nora.sendMessage('Is anybody there?')
  const page = await openAs(admin.token, '/dashboard')
  const card = page.getByRole('region', { name: 'Waiting for an answer' })
  await expect(card).toContainText(/\d+ conversations? waits?/)
  const count = await card.getByText(/conversations? wait/).textContent()
  await page.goto(`/dashboard/support?user=${nora.id}`)
  await expect(messageLog(page)).toContainText('Is anybody there?')
  await page.goto('/dashboard')
  await expect(card.getByText(/conversations? wait/)).toContainText(String(count?.split(',')[0]))
})
