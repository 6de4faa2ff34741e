import { expect, test } from '../bank.ts'
import { logIn } from '../page-actions.ts'

test('password fields are masked and allow password managers and pasting', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  const pasted = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  )
  expect(pasted).toBe(true)
})

test('the browser stores the token and display settings, and no personal or account data', async ({ page }) => {
  await logIn(page)
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$12,480.55')
  for (const path of ['/dashboard', '/dashboard/transactions', '/dashboard/settings', '/dashboard/transfer']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // The encrypted copy for offline use is stored a second after the last response.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('offlineSnapshot'))).not.toBeNull()
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie,
  }))
  const { authToken, offlineSnapshot = '', ...settings } = stored.local as Record<string, string>
  expect(authToken).toMatch(/^[\w-]{43}$/)
  for (const value of Object.values(settings)) expect(value.length).toBeLessThan(80)
  const everything = JSON.stringify([settings, stored.session, atob(offlineSnapshot)])
  expect(everything).not.toMatch(/12,?480|fable\.example|accountNumber|Fable-demo/)
  expect([stored.databases, stored.caches, stored.cookies]).toEqual([['offlineSnapshotKey'], [], ''])
})
