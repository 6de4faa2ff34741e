import type { Page } from '@playwright/test'
import { eventStreamOf, expect, test } from '../accounts.ts'
import { messageLog } from '../chat-actions.ts'

/** Each payload sets `window.hacked` if it runs. */
const PAYLOADS = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '"><svg onload=window.hacked=1>',
  "'-window.hacked=1-'",
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<a href="javascript:window.hacked=1">press me</a>',
  'javascript:window.hacked=1//https://fable.example',
  'https://fable.example/"onmouseover="window.hacked=1',
  '{{constructor.constructor("window.hacked=1")()}}',
  '</textarea></title></style><script>window.hacked=1</script>',
  '<math><mtext></p><img src onerror=window.hacked=1></math>',
  '<form action=javascript:window.hacked=1><input type=submit>',
  'data:text/html,<script>window.hacked=1</script>',
  '`$(window.hacked=1)`',
]

async function expectUnharmed(page: Page) {
  for (const link of await page.locator('main a, [role=dialog] a').all()) {
    const href = (await link.getAttribute('href')) ?? ''
    expect(href).toMatch(/^(\/|\?|#|https?:|mailto:|blob:|tel:)/)
    if (/^https?:\/\/fable\.example/.test(href)) await link.hover({ force: true })
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('main script, main iframe, main svg[onload], main [onerror]').count()).toBe(0)
}

test('markup and scripts are shown as they were typed, wherever text is shown', async ({ request, admin, openAs }) => {
  test.setTimeout(120_000)
  const name = '<img src=x onerror=window.hacked=1> Nora'
  const nora = await admin.createAccount({ fullName: name, balance: 500 })
  for (const payload of PAYLOADS) {
    await nora.sendMessage(payload)
    await admin.sendMessage(nora.id, payload)
    const contactMessage = {
      name: payload,
      email: 'x@fable.example',
      mobile: payload.slice(0, 40),
      message: payload,
      terms: true,
    }
    expect((await request.post('/api/contact', { data: contactMessage })).status()).toBe(201)
    expect((await request.post('/api/newsletters', { data: { email: payload } })).status()).toBe(202)
  }

  const customer = await openAs(await nora.token(), '/dashboard/support-user')
  for (const payload of PAYLOADS) await expect(messageLog(customer).getByText(payload, { exact: true })).toHaveCount(2)
  await expectUnharmed(customer)
  const office = await openAs(admin.token, `/dashboard/support?user=${nora.id}`)
  await expect(office.getByRole('list', { name: 'Conversations' })).toContainText(name)
  for (const payload of PAYLOADS) await expect(messageLog(office).getByText(payload, { exact: true })).toHaveCount(2)
  await expectUnharmed(office)
  // A live update shows it in the thread, and on the page of a member of staff who reads something else.
  await nora.sendMessage(`live ${PAYLOADS[1]}`)
  await expect(messageLog(office).getByText(`live ${PAYLOADS[1]}`)).toBeVisible()
  await Promise.all([eventStreamOf(office), office.goto('/dashboard')])
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
  await nora.sendMessage('Is this thing on?')
  await expect(office.getByText('New message from a customer')).toBeVisible()
  await expectUnharmed(office)
  for (const [tab, list] of [
    ['contact', 'Contact messages'],
    ['newsletter', 'Newsletter subscribers'],
  ] as const) {
    await office.goto(`/dashboard/support?tab=${tab}`)
    for (const payload of PAYLOADS)
      await expect(office.getByRole('list', { name: list }).getByText(payload, { exact: true }).first()).toBeAttached()
    await expectUnharmed(office)
  }
})

test('markup and scripts in a canned reply are shown as text', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const { mail: _, ...before } = await admin.call('GET', '/settings')
  const put = (cannedReplies: object[]) => admin.call('PUT', '/settings', { ...before, cannedReplies })
  const payloads = PAYLOADS.filter((payload) => !payload.includes('{{'))
  const replies = payloads.map((text, at) => ({ name: `${at} ${text}`.slice(0, 60), text }))
  await put(replies)
  const office = await openAs(admin.token, `/dashboard/support?user=${nora.id}`)
  await office.getByRole('button', { name: 'Canned replies' }).click()
  await expect(office.getByRole('menuitem')).toHaveCount(payloads.length + 1)
  await expectUnharmed(office)
  await office.getByRole('menuitem').nth(1).click()
  await expect(office.getByLabel('Message', { exact: true })).toHaveValue(payloads[1] ?? '')
  for (const path of ['admin-settings', 'audit']) {
    await office.goto(`/dashboard/${path}`)
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(office.getByText('Loading...')).toHaveCount(0)
    await expectUnharmed(office)
  }
  await put(before.cannedReplies)
})

test('a rate-limited message says why and can be sent later', async ({ admin, openAs }) => {
  const nora = await admin.createAccount({ balance: 500 })
  const page = await openAs(await nora.token(), '/dashboard/support-user')
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const refusal = { message: 'Too many attempts. Please try again later.', code: 'too_many', requestId: 'x' }
  await page.route('**/api/suport/send', (route) => route.fulfill({ status: 429, json: refusal }))
  await page.getByLabel('Message', { exact: true }).fill('One more')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Not sent. Too many attempts. Please try again later.')
  await page.unroute('**/api/suport/send')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(messageLog(page).getByText('Sent', { exact: true })).toBeVisible()
})
