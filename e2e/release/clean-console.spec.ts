import { eventStreamOf } from '../accounts.ts'
import { expect, test } from '../bank.ts'
import { AUTH_PAGES, consoleErrorsOf, logIn, NOT_FOUND_PAGE, PUBLIC_PAGES, waitForHydration } from '../page-actions.ts'

test('no public or sign-in page logs console errors', async ({ page }) => {
  const errors = consoleErrorsOf(page)
  for (const path of [...PUBLIC_PAGES, ...AUTH_PAGES]) {
    const response = await page.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("style-src 'self'")
    expect(policy, path).not.toContain('unsafe')
    await waitForHydration(page)
    await page.waitForLoadState('load')
    expect(errors, path).toEqual([])
  }
  // The 404 page logs its own status.
  await page.goto(NOT_FOUND_PAGE)
  await waitForHydration(page)
  await page.waitForLoadState('load')
  expect(errors.filter((text) => !text.includes('404'))).toEqual([])
})

test('walking through the site and logging in and out logs no console errors', async ({ page }) => {
  const errors = consoleErrorsOf(page)
  await page.goto('/')
  for (const name of ['About', 'Services', 'Contact']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/${name.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Support chat' }).click()
  // A new stream reloads the page's data, which must not meet the end of the session.
  const stream = eventStreamOf(page)
  await logIn(page)
  await expect(page).toHaveURL('/dashboard')
  await stream
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(errors).toEqual([])
})

test('the content security policy blocks an injected inline script', async ({ page }) => {
  const errors = consoleErrorsOf(page)
  await page.goto('/')
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.body.append(script)
  `)
  expect(await page.evaluate('window.injected')).toBeUndefined()
  expect(errors.join()).toContain('Content Security Policy')
})
