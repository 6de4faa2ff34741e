import type { APIRequestContext, Browser } from '@playwright/test'
import { expectClean } from './axe.ts'
import { WIDTHS } from './bank-holder.ts'
import { adminToken, expect, log, newHolder, openAs, say, test } from './live-bank.ts'

const LONG = 'Wilhelmina-Alexandrina von Donaudampfschifffahrtsgesellschaftskapitänswitwe'

test.describe.configure({ timeout: 180_000 })

test('axe finds nothing in the account holder’s chat: empty, full, failed, with a card and a long draft', async ({
  browser,
  request,
  baseURL,
}) => {
  const nora = await newHolder(request, LONG)
  const [transaction] = await (await request.get('/api/transactions', { headers: nora.headers })).json()
  const path = `/dashboard/support-user?about=${transaction.reference}`
  const page = await openAs(browser, baseURL ?? '', nora.token, path)
  await expect(page.getByText(transaction.reference)).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill(`${'x'.repeat(3_700)}\nand on`)
  await expectClean(page, 'empty, with a card and a long draft')
  await say(page, `What is this?\n${'x'.repeat(300)} https://fable.example/${'y'.repeat(200)}`)
  await request.post('/api/suport/send', {
    headers: nora.admin,
    data: { receiver: nora.userId, message: 'An answer.' },
  })
  await expect(log(page).getByText('An answer.')).toBeVisible()
  await page.route('**/api/suport/send', (route) => route.abort())
  await say(page, 'Does not arrive.')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await expectClean(page, 'full and failed')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectClean(page, 'bell')
})

/** Somebody with a long name who wrote, and the thread as the office sees it. */
async function openThread(browser: Browser, request: APIRequestContext, url: string) {
  const nora = await newHolder(request, LONG)
  await request.post('/api/suport/send', { headers: nora.headers, data: { receiver: 'Admin', message: 'Hello?' } })
  return openAs(browser, url, await adminToken(request), `/dashboard/support?user=${nora.userId}`)
}

test('nor in the office’s inbox: list and thread', async ({ browser, request, baseURL }) => {
  const page = await openThread(browser, request, baseURL ?? '')
  await expect(log(page)).toContainText('Hello?')
  await expectClean(page, 'thread')
  await page.goto('/dashboard/support')
  await expect(page.getByRole('link', { name: new RegExp(LONG) }).first()).toBeVisible()
  await expectClean(page, 'list')
})

test('nor beside the thread: replies and facts', async ({ browser, request, baseURL }) => {
  const page = await openThread(browser, request, baseURL ?? '')
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectClean(page, 'canned replies')
  await page.keyboard.press('Escape')
  await page.setViewportSize(WIDTHS.phone)
  await page.getByRole('button', { name: 'About', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'User details' })).toBeVisible()
  await expectClean(page, 'facts')
})

test('nor in letters and sign-ups', async ({ browser, request, baseURL }) => {
  const letter = { name: LONG, email: `${'x'.repeat(60)}@fable.example`, mobile: '1', message: 'y'.repeat(200) }
  await request.post('/api/contact', { data: { ...letter, terms: true } })
  await request.post('/api/newsletters', { data: { email: `${'z'.repeat(200)}@fable.example` } })
  const page = await openAs(browser, baseURL ?? '', await adminToken(request), '/dashboard/support?tab=contact')
  await expect(page.getByRole('list', { name: 'Contact messages' })).toContainText(LONG)
  await expectClean(page, 'contact')
  await page.goto('/dashboard/support?tab=newsletter')
  await expect(page.getByRole('list', { name: 'Newsletter sign-ups' })).toContainText('zzz')
  await expectClean(page, 'newsletter')
})

test('nor in the widget of the contact page, signed in or not', async ({ browser, request, baseURL, page }) => {
  const nora = await newHolder(request, LONG)
  const holder = await openAs(browser, baseURL ?? '', nora.token, '/contact')
  await page.goto('/contact')
  for (const [visitor, sees] of [
    [page, 'Chat with support'],
    [holder, 'Write to us; a person reads it and answers here.'],
  ] as const) {
    await visitor.getByRole('button', { name: 'Support chat' }).click()
    await expect(visitor.getByRole('dialog', { name: 'Support chat' })).toContainText(sees)
    await expectClean(visitor, sees)
  }
})
