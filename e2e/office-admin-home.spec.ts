/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import { ADMIN, eventStreamOf } from './accounts.ts'
import { expect, test, toast } from './admin-test.ts'
import { expectClean } from './axe.ts'
import { waitForAnimations } from './page-actions.ts'

const decisions = (page: Page) => page.getByRole('region', { name: 'Waiting for a decision' })
const messages = (page: Page) => page.getByRole('region', { name: 'Unread messages' })

test('an administrator who logs in finds what waits, above their own money', async ({ admin, page }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Landing', balance: 100 })
  await ada.call('POST', '/suport/send', { receiver: 'Admin', message: 'Is anybody there?', isAdmin: false })
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /)
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Customer balances')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  await expectClean(page, 'landing')

  await messages(page)
    .getByRole('link', { name: /Ada Landing/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/support\\?user=${ada.id}`))
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Is anybody there?')
})

test('who waits longest is one press away; a message that comes meanwhile appears by itself', async ({
  admin,
  openAsAdmin,
}) => {
  const [oldest] = await admin.call('GET', '/transactions/admin?status=Pending&order=oldest&limit=1')
  const page = await openAsAdmin('/dashboard')
  await expect(decisions(page).getByRole('listitem')).toHaveCount(5)
  await expect(decisions(page).getByRole('listitem').first()).toContainText(oldest.user.fullName)
  const grace = await admin.createAccount({ fullName: 'Grace Suddenly' })
  await grace.call('POST', '/suport/send', { receiver: 'Admin', message: 'Hello?', isAdmin: false })
  await expect(messages(page).getByRole('link', { name: /Grace Suddenly/ })).toBeVisible()

  await decisions(page).getByRole('link', { name: oldest.user.fullName }).first().click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/all-transactions\\?transaction=${oldest._id}`))
  await expect(page.getByRole('dialog')).toContainText(oldest.user.fullName)
})

test('one press hides the landing’s amounts too; the back office shows its own always, and offers no such press', async ({
  openAsAdmin,
}) => {
  const page = await openAsAdmin('/dashboard')
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect(overview).toContainText('$')
  await expect(decisions(page)).toContainText('$')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(overview).not.toContainText('$')
  await expect(overview).toContainText('Deposits today••••••Amount hidden')
  await expect(decisions(page)).not.toContainText('$')
  await page.goto('/dashboard/all-transactions')
  await expect(page.getByRole('table').first()).toContainText('$')
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toHaveCount(0)
})

test('while amounts are hidden, a notification of what begins to wait has none either, but in the back office', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Discreet', balance: 20 })
  await Promise.all([eventStreamOf(page), openAsAdmin('/dashboard')])
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await ada.transfer(7)
  await expect(toast(page, 'Transfer by Ada Discreet is waiting')).toBeVisible()
  await Promise.all([eventStreamOf(page), page.goto('/dashboard/all-transactions')])
  await ada.transfer(8)
  await expect(toast(page, 'Transfer of $8.00 by Ada Discreet is waiting')).toBeVisible()
})

test('the desk says that everything has been read once it knows, and counts nobody who is not there', async ({
  openAsAdmin,
  page,
}) => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  // The list is newer than the bell: a colleague has just read what it still counts.
  const counts = { conversations: 1, contact: 0, newsletter: 0, transactions: 0 }
  await page.route('**/api/notifications', async (route) => {
    await asked
    await route.fulfill({ json: { unread: 0, latest: [], office: counts } })
  })
  await page.route('**/api/suport/conversation*', (route) => route.fulfill({ json: [] }))
  await Promise.all([page.waitForResponse('**/api/suport/conversation*'), openAsAdmin('/dashboard')])
  await expect(decisions(page).getByRole('listitem').first()).toBeVisible()
  await expect(messages(page)).toContainText('Loading...')
  await expect(messages(page)).not.toContainText('No unread messages.')
  answer()
  await expect(messages(page)).toContainText('No unread messages.')
})

test('a desk that does not come leaves an administrator their own money', async ({ openAsAdmin, page }) => {
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await page.route(/\/assets\/admin-home-(?!route|boundary|card)/, (route) => route.abort())
  await openAsAdmin('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Failed to load the admin overview.')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  // Now it is known who this is, and the code is asked for before the page is.
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load the admin overview.')
  expect(broken).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Customer balances')
})

test('an account holder has no desk', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Plain' })
  const page = await openAs(await ada.token(), '/dashboard')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  await expect(decisions(page)).toHaveCount(0)
  await page.context().close()
})

const box = async (found: Locator) => {
  const is = await found.boundingBox()
  if (!is) throw new Error('Not on the screen')
  return is
}

async function expectApart(first: Locator, second: Locator) {
  await waitForAnimations(first)
  await expect
    .poll(async () => {
      const [a, b] = [await box(first), await box(second)]
      const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      return apart || `${JSON.stringify(a)} lies on ${JSON.stringify(b)}`
    })
    .toBe(true)
}

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [320, 640],
] as const)
  test(`at ${width} px a notification lies neither on the title of a window nor on the button that closes it`, async ({
    admin,
    openAsAdmin,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const ada = await admin.createAccount({ fullName: 'Ada Underneath', balance: 10 })
    const { _id: transfer } = await ada.transfer(1)
    const dialog = page.getByRole('dialog')
    const told = page.locator('[data-notification]')
    await openAsAdmin(`/dashboard/user?search=${ada.email}`)
    await page.getByRole('button', { name: 'Details of Ada Underneath' }).click()
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    // Pointed at, it stays until it has been measured.
    await toast(page, 'Sessions ended').hover()
    await expectApart(told, dialog.getByRole('heading', { name: 'Ada Underneath' }))
    await expectApart(told, dialog.getByRole('button', { name: 'Close' }))

    await page.goto(`/dashboard/all-transactions?transaction=${transfer}`)
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await waitForAnimations(dialog)
    const before = await box(dialog)
    await dialog.getByRole('button', { name: 'Approve $1.00' }).click()
    await toast(page, 'Transaction approved').hover()
    await expectApart(told, dialog.getByRole('heading', { name: /Transfer/ }))
    await expectApart(told, dialog.getByRole('button', { name: 'Close' }))
    // One line has its place there already: nothing moves for it.
    expect(await box(dialog)).toEqual(before)
  })

test('on a phone the overview above a page is one line, which opens', async ({ openAsAdmin, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsAdmin('/dashboard/user')
  const overview = page.getByRole('region', { name: 'Overview' })
  await overview
    .getByRole('button', { name: 'Check now' })
    .or(overview.getByRole('button', { name: /waiting/ }))
    .click()
  await expect(overview).toContainText('Checked')
  await page.reload()
  await expect(overview.getByText('Deposits today')).toBeHidden()
  await overview.getByRole('button', { name: /waiting · books balance/ }).click()
  await expect(overview.getByText('Deposits today')).toBeVisible()
  await expect(overview.getByRole('button', { name: 'Check now' })).toBeVisible()
})
