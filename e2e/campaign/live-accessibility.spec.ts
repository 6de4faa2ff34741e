import { expect, test } from '../accounts.ts'
import { expectClean, expectCleanDesktop } from '../axe.ts'
import { messageLog, sendMessage } from '../chat-actions.ts'
import { WIDTHS } from '../customer-test.ts'

const LONG_NAME = 'Wilhelmina-Alexandrina von Donaudampfschifffahrtsgesellschaftskapitänswitwe'

test.describe.configure({ timeout: 180_000 })

test('axe finds nothing in the customer’s chat: empty, full, failed, with a card and a long draft', async ({
  admin,
  openAs,
}) => {
  const nora = await admin.createAccount({ fullName: LONG_NAME, balance: 500 })
  const transaction = await nora.latestTransaction()
  const path = `/dashboard/support-user?about=${transaction.reference}`
  const page = await openAs(await nora.token(), path)
  await expect(page.getByText(transaction.reference)).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill(`${'x'.repeat(3_700)}\nand on`)
  await expectClean(page, 'empty, with a card and a long draft')
  await sendMessage(page, `What is this?\n${'x'.repeat(300)} https://fable.example/${'y'.repeat(200)}`)
  await admin.sendMessage(nora.id, 'A reply.')
  await expect(messageLog(page).getByText('A reply.')).toBeVisible()
  await page.route('**/api/suport/send', (route) => route.abort())
  await sendMessage(page, 'Does not arrive.')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await expectClean(page, 'full and failed')
})

test('axe finds nothing in the admin inbox: list, thread, canned replies and customer details', async ({
  admin,
  openAs,
}) => {
  const nora = await admin.createAccount({ fullName: LONG_NAME, balance: 500 })
  await nora.sendMessage('Hello?')
  const page = await openAs(admin.token, '/dashboard/support')
  await expect(page.getByRole('link', { name: new RegExp(LONG_NAME) }).first()).toBeVisible()
  await expectClean(page, 'list')
  await page.goto(`/dashboard/support?user=${nora.id}`)
  await expect(messageLog(page)).toContainText('Hello?')
  await expectClean(page, 'thread')
  await expectCleanDesktop(page, 'thread')
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectClean(page, 'canned replies')
  await page.keyboard.press('Escape')
  await page.setViewportSize(WIDTHS.phone)
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'User details' })).toBeVisible()
  await expectClean(page, 'facts')
})

test('axe finds nothing in contact messages and newsletter sign-ups', async ({ request, admin, openAs }) => {
  const contactMessage = {
    name: LONG_NAME,
    email: `${'x'.repeat(60)}@fable.example`,
    mobile: '1',
    message: 'y'.repeat(200),
  }
  await request.post('/api/contact', { data: { ...contactMessage, terms: true } })
  await request.post('/api/newsletters', { data: { email: `${'z'.repeat(200)}@fable.example` } })
  const page = await openAs(admin.token, '/dashboard/support?tab=contact')
  await expect(page.getByRole('list', { name: 'Contact messages' })).toContainText(LONG_NAME)
  await expectClean(page, 'contact')
  await page.goto('/dashboard/support?tab=newsletter')
  await expect(page.getByRole('list', { name: 'Newsletter subscribers' })).toContainText('zzz')
  await expectClean(page, 'newsletter')
})

// The chat of a visitor is in accessibility.spec.ts.
test('axe finds nothing in the contact page’s chat of a customer', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ fullName: LONG_NAME, balance: 500 })
  const page = await openAs(await nora.token(), '/contact')
  await page.getByRole('button', { name: 'Support chat' }).click()
  const chat = page.getByRole('dialog', { name: 'Support chat' })
  await expect(chat).toContainText('Send us a message. A member of our team will reply here.')
  await expectClean(page, 'chat of a customer')
})
