/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { blockLiveUpdates, expect, test } from '../customer-test.ts'
import { drag, shown, tooSmall } from '../touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, account: { balance: 250 } })

const sheet = (page: Page) => page.getByRole('dialog')
const shiftOf = (page: Page) => sheet(page).evaluate((popup) => popup.getBoundingClientRect().top)

test('pulling the page refreshes it, and sheets follow the finger without losing input', async ({ page }) => {
  await blockLiveUpdates(page)
  await page.goto('/dashboard/payees')
  await expect(page.getByRole('heading', { level: 1, name: 'Payees' })).toBeVisible()
  const indicator = page.locator('[data-pull-to-refresh]')
  await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'idle')
  let loaded = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/payees') && request.resourceType() === 'fetch') loaded += 1
  })
  const middle = { x: 195, y: 300 }
  await drag(page, { from: middle, down: 80 })
  await drag(page, { from: middle, down: 100, right: 200 })
  expect(loaded, 'a short pull and a swipe load nothing').toBe(0)
  await drag(page, { from: middle, down: 260 }, () =>
    expect(indicator).toHaveAttribute('data-pull-to-refresh', 'ready'),
  )
  await expect.poll(() => loaded).toBe(1)
  await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'idle')

  const add = page.getByRole('button', { name: 'Add payee' }).first()
  await add.tap()
  await expect(page.locator('[data-sheet-handle]')).toBeVisible()
  const top = await shiftOf(page)
  const handle = { x: 150, y: top + 20 }
  await drag(page, { from: handle, down: 60, stepMs: 60 }, () =>
    expect.poll(() => shiftOf(page)).toBeCloseTo(top + 60, 0),
  )
  await expect.poll(() => shiftOf(page)).toBeCloseTo(top, 0)
  await drag(page, { from: handle, down: 420 })
  await expect(sheet(page)).toHaveCount(0)

  // Typed input: the gesture asks, and so does Back, although this is the first page of the tab.
  await add.tap()
  await page.getByLabel('Account name').fill('Grace Hopper')
  await expect(page.locator('[data-sheet-handle]')).toBeVisible()
  await drag(page, { from: handle, down: 420 })
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).tap()
  await expect(page.getByLabel('Account name')).toHaveValue('Grace Hopper')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).tap()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/payees')
  expect(loaded, 'no pull while a sheet is open').toBe(1)
})

test('movements of a busy browser can’t be cancelled, and refresh unless the finger goes back', async ({ page }) => {
  await blockLiveUpdates(page)
  await page.goto('/dashboard/payees')
  const indicator = page.locator('[data-pull-to-refresh]')
  await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'idle')
  let loaded = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/payees') && request.resourceType() === 'fetch') loaded += 1
  })
  const touch = (type: string, clientY: number) =>
    page.evaluate(
      ([type, clientY]) => {
        const finger = new Touch({ identifier: 1, target: document.body, clientX: 195, clientY })
        const touches = type === 'touchend' ? [] : [finger]
        document.body.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: false, touches }))
      },
      [type, clientY] as const,
    )
  const pull = async () => {
    await shown(page)
    for (const y of [300, 400, 560]) await touch(y === 300 ? 'touchstart' : 'touchmove', y)
    await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'ready')
  }
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
  })
  await pull()
  await page.evaluate(() => window.scrollTo(0, 40))
  await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'idle')
  await touch('touchend', 560)
  await page.evaluate(() => window.scrollTo(0, 0))
  await pull()
  await touch('touchend', 560)
  await expect.poll(() => loaded).toBe(1)
  await expect(indicator).toHaveAttribute('data-pull-to-refresh', 'idle')
})

test('a sheet keeps input that was not accepted, and works without the code of gestures', async ({ page }) => {
  const blocked: string[] = []
  await page.route(/\/(?:pull-to-refresh|discard-question)-[^/]*\.js$/, (route) => {
    blocked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await page.route('**/api/payees', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.goto('/dashboard/payees')
  await page.getByRole('button', { name: 'Add payee' }).first().tap()
  await page.getByLabel('Name', { exact: true }).fill('Rent')
  await page.getByLabel('Account name').fill('Grace Hopper')
  await page.getByLabel('Account number').fill('0532013000')
  await page.getByLabel('Bank name').fill('Example Savings Bank')
  await sheet(page).getByRole('button', { name: 'Save payee' }).tap()
  await expect(page.locator('[data-error]')).toBeVisible()
  await page.goBack()
  await expect
    .poll(() => blocked)
    .toEqual([/pull-to-refresh/, /discard-question/].map((name) => expect.stringMatching(name)))
  await expect(page.getByLabel('Account name')).toHaveValue('Grace Hopper')
  await sheet(page).getByRole('button', { name: 'Close' }).tap()
  await expect(sheet(page)).toHaveCount(0)
})

test('Back closes a window that was opened with its page, and its address stays closed', async ({ page, customer }) => {
  const { _id } = await customer.call('POST', '/transfer', {
    accountName: 'Grace Hopper',
    accountNumber: '0532013000',
    bankName: 'Example Savings Bank',
    amount: 10,
    pin: '1234',
  })
  await page.addInitScript(() => {
    const shared: string[] = []
    const share = async ({ files = [], text = '' }: ShareData) => void shared.push(files[0]?.name ?? text)
    Object.assign(navigator, { canShare: () => true, share })
    Object.assign(window, { shared })
  })
  await page.goto('/login')
  await page.goto(`/dashboard/transactions?transaction=${_id}`)
  await sheet(page).getByRole('button', { name: 'Receipt (PDF)' }).tap()
  await expect.poll(() => page.evaluate('shared')).toEqual([expect.stringMatching(/^receipt-.*\.pdf$/)])
  await page.goBack()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/transactions')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/transactions')
  await expect(sheet(page)).toHaveCount(0)
})

const PAGES = [
  ['', /^Welcome/],
  ['/transactions', 'Transactions'],
  ['/statements', 'Statements'],
  ['/send', 'Send money'],
  ['/transfer', 'Transfer'],
  ['/request', 'Request money'],
  ['/orders', 'Scheduled payments'],
  ['/payees', 'Payees'],
  ['/deposit', 'Deposit'],
  ['/settings', 'Settings'],
  ['/security', 'Security'],
  ['/api-keys', 'API keys'],
  ['/verification', /.+/],
  ['/check', /.+/],
  ['/access-log', /.+/],
  ['/support-user', 'Support'],
] as const

test('a finger can press everything, and no field makes a phone zoom', async ({ page }) => {
  for (const [path, name] of PAGES) {
    await page.goto(`/dashboard${path}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    expect.soft(await tooSmall(page), path).toEqual([])
  }
})
