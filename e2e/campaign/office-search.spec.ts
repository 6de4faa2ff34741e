/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, test } from '../admin-test.ts'
import { expectCleanNow } from '../axe.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search the back office' })
/** The page behind an open list is inert, so rules about the whole page don't apply. */
const RULES = [
  'aria-required-children',
  'aria-required-parent',
  'aria-valid-attr-value',
  'aria-allowed-role',
  'color-contrast',
  'label',
]

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const active = (page: Page) => box(page).getAttribute('aria-activedescendant')

test('/ finds a person by name or phone, and Enter opens the page', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Zénobie Lookup' })
  const mobile = `+49 170 ${String(Date.now()).slice(-7)}`
  await admin.call('PATCH', '/admin/user', { userId: ada.id, updates: { mobile } })
  const page = await openAsAdmin('/dashboard/audit')
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('ZÉNOBIE')
  await expect(option(page, /Zénobie Lookup/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'People' })).toBeVisible()
  await expect.poll(() => active(page)).not.toBeNull()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/user/${ada.id}`)
  await expect(page.getByRole('heading', { name: 'Zénobie Lookup' })).toBeFocused()
  await expect(box(page)).toHaveValue('')

  await page.goto('/dashboard/support')
  await box(page).fill(mobile.replace('+49 ', '0'))
  await expect(option(page, /Zénobie Lookup/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/support')
})

test('finds a transaction by its reference, and opens the panel', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Referenced', balance: 50 })
  const { _id, reference } = await ada.transfer(7)
  const page = await openAsAdmin('/dashboard/user')
  await box(page).fill(reference.toLowerCase().replace('-', ' '))
  await option(page, new RegExp(reference)).click()
  await expect(page).toHaveURL(`/dashboard/all-transactions?transaction=${_id}`)
  await expect(page.getByRole('dialog')).toContainText('-$7.00')
})

test('the arrows move through people and transactions; nothing found and a failure say so', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  const mark = `Quill${Date.now()}`
  for (const name of ['One', 'Two']) await admin.createAccount({ fullName: `${mark} ${name}` })
  await openAsAdmin('/dashboard/user')
  await box(page).fill(mark.toLowerCase())
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect.poll(() => active(page)).not.toBeNull()
  const first = await active(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active(page)).not.toBe(first)
  await expectCleanNow(page, 'search results', RULES)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `${mark} One` })).toBeVisible()

  await box(page).fill('nobody%_here')
  await expect(page.getByText('Nothing found for “nobody%_here”.')).toBeVisible()
  await page.route('**/api/admin/search?*', (route) => route.fulfill({ status: 503, json: {} }))
  await box(page).fill('elsewhere')
  await expect(page.getByText('The search failed.')).toBeVisible()
  await expectCleanNow(page, 'failed search', RULES)
  await page.unroute('**/api/admin/search?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing found for “elsewhere”.')).toBeVisible()
})

test('on a phone the box is in a row of its own, and results fit', async ({ admin, openAsAdmin, page }) => {
  const long = 'Wilhelmina-Alexandrina von Donaudampfschifffahrtsgesellschaftskapitänswitwe'
  await admin.createAccount({ fullName: long })
  await page.setViewportSize({ width: 320, height: 640 })
  await openAsAdmin('/dashboard/user')
  await box(page).fill('donaudampf')
  await expect(option(page, new RegExp(long)).first()).toBeVisible()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
})
