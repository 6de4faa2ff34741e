import type { Page } from '@playwright/test'
import { adminToken, expect, hearing, log, newHolder, openAs, test } from './live-bank.ts'

/** Each would say so if it ran. */
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

test('markup and scripts are shown as they were typed, wherever text is shown', async ({
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const url = baseURL ?? ''
  const name = '<img src=x onerror=window.hacked=1> Nora'
  const nora = await newHolder(request, name)
  const send = (headers: Record<string, string>, receiver: string, message: string) =>
    request.post('/api/suport/send', { headers, data: { receiver, message } })
  for (const payload of PAYLOADS) {
    expect((await send(nora.headers, 'Admin', payload)).status()).toBe(201)
    expect((await send(nora.admin, nora.userId, payload)).status()).toBe(201)
    const letter = {
      name: payload,
      email: 'x@fable.example',
      mobile: payload.slice(0, 40),
      message: payload,
      terms: true,
    }
    expect((await request.post('/api/contact', { data: letter })).status()).toBe(201)
    expect((await request.post('/api/newsletters', { data: { email: payload } })).status()).toBe(202)
  }

  const holder = await openAs(browser, url, nora.token, '/dashboard/support-user')
  for (const payload of PAYLOADS) await expect(log(holder).getByText(payload, { exact: true })).toHaveCount(2)
  await expectUnharmed(holder)
  const office = await openAs(browser, url, await adminToken(request), `/dashboard/support?user=${nora.userId}`)
  await expect(office.getByRole('list', { name: 'Conversations' })).toContainText(name)
  for (const payload of PAYLOADS) await expect(log(office).getByText(payload, { exact: true })).toHaveCount(2)
  await expectUnharmed(office)
  // Live, as a toast with the name in it, and in the thread.
  await send(nora.headers, 'Admin', `live ${PAYLOADS[1]}`)
  await expect(log(office).getByText(`live ${PAYLOADS[1]}`)).toBeVisible()
  await Promise.all([hearing(office), office.goto('/dashboard')])
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
  await send(nora.headers, 'Admin', 'Anybody there?')
  await expect(office.getByText(`New message from ${name}`)).toBeVisible()
  await expectUnharmed(office)
  for (const [tab, list] of [
    ['contact', 'Contact messages'],
    ['newsletter', 'Newsletter sign-ups'],
  ] as const) {
    await office.goto(`/dashboard/support?tab=${tab}`)
    for (const payload of PAYLOADS)
      await expect(office.getByRole('list', { name: list }).getByText(payload, { exact: true }).first()).toBeAttached()
    await expectUnharmed(office)
  }
})

test('nor does anything run that an administrator wrote into a canned reply', async ({ browser, request, baseURL }) => {
  const nora = await newHolder(request)
  const { mail: _, ...before } = await (await request.get('/api/settings', { headers: nora.admin })).json()
  const put = (cannedReplies: object[]) =>
    request.put('/api/settings', { headers: nora.admin, data: { ...before, cannedReplies } })
  const payloads = PAYLOADS.filter((payload) => !payload.includes('{{'))
  const replies = payloads.map((text, at) => ({ name: `${at} ${text}`.slice(0, 60), text }))
  expect((await put(replies)).status()).toBe(200)
  const office = await openAs(
    browser,
    baseURL ?? '',
    await adminToken(request),
    `/dashboard/support?user=${nora.userId}`,
  )
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
  expect((await put(before.cannedReplies)).status()).toBe(200)
})

test('a flood is refused in words, and what was refused can be sent later', async ({ browser, request, baseURL }) => {
  const nora = await newHolder(request)
  const page = await openAs(browser, baseURL ?? '', nora.token, '/dashboard/support-user')
  await expect(page.getByText('No messages yet.')).toBeVisible()
  const refusal = { message: 'Too many attempts. Please try again later.', code: 'too_many', requestId: 'x' }
  await page.route('**/api/suport/send', (route) => route.fulfill({ status: 429, json: refusal }))
  await page.getByLabel('Message', { exact: true }).fill('One more')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Not sent. Too many attempts. Please try again later.')
  await page.unroute('**/api/suport/send')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible()
})
