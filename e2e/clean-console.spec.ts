import { expect, test } from './bank.ts'
import { AUTH_PAGES, consoleErrorsOf, logIn, NOT_FOUND_PAGE, PUBLIC_PAGES, waitForHydration } from './page-actions.ts'

for (const path of [...PUBLIC_PAGES, ...AUTH_PAGES])
  test(`${path} gives the browser nothing to complain about`, async ({ page }) => {
    const complaints = consoleErrorsOf(page)
    const response = await page.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe')
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(complaints).toEqual([])
  })

test('nor does the page for unknown addresses, apart from its own status', async ({ page }) => {
  const complaints = consoleErrorsOf(page)
  await page.goto(NOT_FOUND_PAGE)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})

test('nor does walking through the site and logging in and out', async ({ page }) => {
  const complaints = consoleErrorsOf(page)
  await page.goto('/')
  for (const name of ['About', 'Services', 'Contact']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/${name.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Support chat' }).click()
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(complaints).toEqual([])
})

test('the policy would be noticed: an inline script of somebody else does not run', async ({ page }) => {
  const complaints = consoleErrorsOf(page)
  await page.goto('/')
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.intruder = true'
    document.body.append(script)
  `)
  expect(await page.evaluate('window.intruder')).toBeUndefined()
  expect(complaints.join()).toContain('Content Security Policy')
})
