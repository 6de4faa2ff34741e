/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import type { Conversation } from '#contract/office/support.ts'
import { ADMIN, eventStreamOf, type TestAdmin } from '../accounts.ts'
import { expect, test, toast } from '../admin-test.ts'
import { expectClean } from '../axe.ts'
import { waitForAnimations } from '../page-actions.ts'

const decisions = (page: Page) => page.getByRole('region', { name: 'Waiting for a decision' })
const messages = (page: Page) => page.getByRole('region', { name: 'Waiting for an answer' })

/** The card lists the five that wait longest, and earlier journeys leave questions behind. */
async function answerEveryQuestion(admin: TestAdmin) {
  const waiting: Conversation[] = await admin.call('GET', '/suport/conversation?state=waiting&limit=100')
  for (const { userId } of waiting) await admin.sendMessage(userId, 'We are on it.')
}

test('shows pending work above the administrator’s own account after log-in, live and one click away', async ({
  admin,
  page,
}) => {
  await answerEveryQuestion(admin)
  const [oldest] = await admin.call('GET', '/transactions/admin?status=Pending&order=oldest&limit=1')
  const ada = await admin.createAccount({ fullName: 'Ada Landing', balance: 100 })
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, /)
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Customer balances')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  await expect(decisions(page).getByRole('listitem')).toHaveCount(5)
  await expect(decisions(page).getByRole('listitem').first()).toContainText(oldest.user.fullName)
  await ada.sendMessage('Is anybody there?')
  await expect(messages(page).getByRole('link', { name: /Ada Landing/ })).toBeVisible()
  await expectClean(page, 'landing')
  await messages(page)
    .getByRole('link', { name: /Ada Landing/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/support\\?user=${ada.id}`))
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Is anybody there?')
  await page.goBack()
  await decisions(page).getByRole('link', { name: oldest.user.fullName }).first().click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/all-transactions\\?transaction=${oldest._id}`))
  await expect(page.getByRole('dialog')).toContainText(oldest.user.fullName)
})

test('hides amounts on the admin home and in its notifications, but never in the back office', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Discreet', balance: 20 })
  await Promise.all([eventStreamOf(page), openAsAdmin('/dashboard')])
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect(overview).toContainText('$')
  await expect(decisions(page)).toContainText('$')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(overview).not.toContainText('$')
  await expect(overview).toContainText('Deposits today••••••Amount hidden')
  await expect(decisions(page)).not.toContainText('$')
  await ada.transfer(7)
  await expect(toast(page, 'A transaction needs approval')).toBeVisible()
  await Promise.all([eventStreamOf(page), page.goto('/dashboard/all-transactions')])
  await expect(page.getByRole('table').first()).toContainText('$')
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toHaveCount(0)
  await ada.transfer(8)
  await expect(toast(page, 'A transaction needs approval')).toBeVisible()
})

test('says that no customer waits only once the bell has loaded', async ({ openAsAdmin, page }) => {
  let releaseBell = () => {}
  const bellRequested = new Promise<void>((resolve) => {
    releaseBell = resolve
  })
  // The list is newer than the bell: a colleague has just answered what the bell still counts.
  const counts = { conversations: 1, contact: 0, newsletter: 0, transactions: 0, verifications: 0 }
  await page.route('**/api/notifications', async (route) => {
    await bellRequested
    await route.fulfill({ json: { unread: 0, latest: [], office: counts } })
  })
  await page.route('**/api/suport/conversation*', (route) => route.fulfill({ json: [] }))
  await Promise.all([page.waitForResponse('**/api/suport/conversation*'), openAsAdmin('/dashboard')])
  await expect(decisions(page).getByRole('listitem').first()).toBeVisible()
  await expect(messages(page)).toContainText('Loading...')
  await expect(messages(page)).not.toContainText('Every customer has an answer.')
  releaseBell()
  await expect(messages(page)).toContainText('Every customer has an answer.')
})

test('shows the administrator’s own account when the admin home fails to load', async ({ openAsAdmin, page }) => {
  const pageErrors: string[] = []
  page.on('pageerror', ({ message }) => pageErrors.push(message))
  await page.route(/\/assets\/admin-home-(?!route|boundary|card)/, (route) => route.abort())
  await openAsAdmin('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Failed to load the admin overview.')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  // After a reload the stored hint makes the route request the code before it renders.
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load the admin overview.')
  expect(pageErrors).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Customer balances')
})

test('shows customers no admin home', async ({ admin, openAs }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Plain' })
  const page = await openAs(await ada.token(), '/dashboard')
  await expect(page.getByRole('heading', { name: 'My Balance' })).toBeVisible()
  await expect(decisions(page)).toHaveCount(0)
  await page.context().close()
})

const box = async (found: Locator) => {
  const bounds = await found.boundingBox()
  if (!bounds) throw new Error('Not on the screen')
  return bounds
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
  [320, 640],
] as const)
  test(`at ${width} px a notification covers neither the title of a dialog nor its close button`, async ({
    admin,
    openAsAdmin,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const ada = await admin.createAccount({ fullName: 'Ada Underneath', balance: 10 })
    const { _id: transfer } = await ada.transfer(1)
    const dialog = page.getByRole('dialog')
    const toastBox = page.locator('[data-notification]')
    await openAsAdmin(`/dashboard/user/${ada.id}`)
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await dialog.getByRole('button', { name: 'End all sessions' }).click()
    // Hovering keeps the toast open; its time starts again afterwards.
    await toast(page, 'Sessions ended').hover()
    await page.getByRole('button', { name: 'Edit' }).click()
    await toast(page, 'Sessions ended').hover()
    await expectApart(toastBox, dialog.getByRole('heading', { name: 'Edit Ada Underneath' }))
    await expectApart(toastBox, dialog.getByRole('button', { name: 'Close' }))

    await page.goto(`/dashboard/all-transactions?transaction=${transfer}`)
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await waitForAnimations(dialog)
    const before = await box(dialog)
    await dialog.getByRole('button', { name: 'Approve $1.00' }).click()
    await toast(page, 'Transaction approved').hover()
    await expectApart(toastBox, dialog.getByRole('heading', { name: /Transfer/ }))
    await expectApart(toastBox, dialog.getByRole('button', { name: 'Close' }))
    // The panel leaves room for one line, so it does not move.
    expect(await box(dialog)).toEqual(before)
  })
