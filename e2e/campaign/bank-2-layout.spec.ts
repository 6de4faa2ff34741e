import { atBothWidths, expect, onPhone, test, WIDTHS } from '../customer-test.ts'
import { consoleErrorsOf } from '../page-actions.ts'

const CUSTOMER_ENTRIES = [
  ['Dashboard', '/dashboard'],
  ['Transactions', '/dashboard/transactions'],
  ['Transfer', '/dashboard/transfer'],
  ['Support', '/dashboard/support-user'],
  ['Settings', '/dashboard/settings'],
] as const
/** By group: work, people, money outside, books, bank. */
const ADMIN_ENTRIES = [
  ['Overview', '/dashboard'],
  ['All Transactions', '/dashboard/all-transactions'],
  ['Verifications', '/dashboard/verifications'],
  ['Proposals', '/dashboard/proposals'],
  ['Admin Support', '/dashboard/support'],
  ['Users', '/dashboard/user'],
  ['Staff', '/dashboard/staff'],
  ['Bank statements', '/dashboard/outside/statements'],
  ['Statement lines', '/dashboard/outside/lines'],
  ['Payment runs', '/dashboard/outside/payment-runs'],
  ['Reconciliation', '/dashboard/outside'],
  ['Chart of accounts', '/dashboard/books/chart'],
  ['Journal entries', '/dashboard/books/entries'],
  ['Reports', '/dashboard/outside/reports'],
  ['Closings', '/dashboard/outside/closings'],
  ['Admin Settings', '/dashboard/admin-settings'],
  ['Webhooks', '/dashboard/admin-settings/webhooks'],
  ['Audit', '/dashboard/audit'],
] as const

atBothWidths((width) => {
  test('each menu entry opens its page, from the bottom of a phone and the side of a desktop', async ({
    page,
    customer,
  }) => {
    const errors = consoleErrorsOf(page)
    await page.goto('/dashboard')
    const menu = page.getByRole('navigation', { name: 'Account' })
    const names = CUSTOMER_ENTRIES.map(([name]): string => name)
    // On a phone Send is in the bar; elsewhere it is a button above the menu.
    await expect(menu.getByRole('link')).toHaveText(width === 'phone' ? names.toSpliced(2, 0, 'Send') : names)
    const send = page.getByRole('link', { name: 'Send', exact: true })
    await expect(width === 'phone' ? send.last() : send.first()).toHaveAttribute('href', '/dashboard/send')
    await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
    const box = await menu.boundingBox()
    if (width === 'phone') expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(WIDTHS.phone.height, 0)
    else expect(box?.x).toBeLessThan(60)
    // Its code loads before the click.
    await menu.getByRole('link', { name: 'Transfer' }).focus()
    await expect(page.locator('link[rel=modulepreload][href*=transfer-page]')).toBeAttached()
    // Pages fade; the link keeps the focus.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    for (const [name, path] of CUSTOMER_ENTRIES) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(menu.getByRole('link', { name, exact: true })).toBeFocused()
      await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // Deposit has no menu entry; the dashboard links to it.
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('region', { name: 'My Balance' }).getByRole('link', { name: 'Add money' }).click()
    await expect(page).toHaveURL('/dashboard/deposit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deposit')
    expect(customer.fullName).toBe('Ada Example')
    expect(errors).toEqual([])
  })
})

onPhone(() => {
  test('the profile menu opens the settings and logs out', async ({ page, customer }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Log out'])
    await expect(page.getByRole('menu')).toContainText(customer.email)
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/dashboard/settings')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(customer.call('GET', '/users')).rejects.toThrow('401')
  })
})

test.describe('an administrator', () => {
  test.use({ storageState: { cookies: [], origins: [] } })
  test('has the menu of their work, and their own account apart from it', async ({ page, adminToken }) => {
    await page.addInitScript((token) => localStorage.setItem('authToken', token), adminToken)
    await page.goto('/dashboard')
    const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
    const own = page.getByRole('navigation', { name: 'Account', exact: true })
    await expect(links).toHaveText(ADMIN_ENTRIES.map(([name]) => name))
    for (const [index, [, path]] of ADMIN_ENTRIES.entries())
      await expect(links.nth(index)).toHaveAttribute('href', path)
    await expect(own).toHaveCount(0)
    await page.getByRole('button', { name: 'My own account' }).press('Enter')
    await expect(own.getByRole('link')).toHaveText(CUSTOMER_ENTRIES.map(([name]) => name))
    await page.goto('/dashboard/transactions')
    await expect(own.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/dashboard/outside/payment-runs')
    await expect(own).toHaveCount(0)
    await expect(page.locator('[aria-current=page]')).toHaveText('Payment runs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment runs')

    // A phone has the pages used most in its bar, and all of them in the menu.
    await page.setViewportSize(WIDTHS.phone)
    const bar = page.getByRole('navigation', { name: 'Account menu' })
    await expect(bar.getByRole('link')).toHaveText(['Overview', 'Transactions', 'Support', 'Users'])
    await bar.getByRole('button', { name: 'Admin' }).click()
    const names = [...ADMIN_ENTRIES.map(([name]) => name), 'Send', ...CUSTOMER_ENTRIES.map(([name]) => name)]
    await expect(page.getByRole('menuitem')).toHaveText(names)
    await page.getByRole('menuitem', { name: 'Transactions', exact: true }).click()
    await expect(bar.getByRole('link', { name: 'Transactions' })).toHaveAttribute('href', '/dashboard/transactions')
  })
})
