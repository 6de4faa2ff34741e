import { expect, test } from '../bank.ts'

test('a visitor logs in with one click, and sets a new password through the demo mailbox', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /^code@fable\.example/ }).click()
  await expect(page.getByLabel('Email')).toHaveValue('code@fable.example')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/demo/mail')
  await page.goto('/login?mode=forgot')
  // The prerendered page shows the log-in form first.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('code@fable.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('link', { name: 'Demo: open the mailbox' }).click()
  // The email appears without a reload. Other journeys of the same bank have had theirs sent too.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'code@fable.example' })
    .getByRole('link', { name: /\/reset-password#token=/ })
    .first()
    .click()
  await page.getByLabel('Password', { exact: true }).fill('a new demo password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a new demo password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password changed. Please log in.')).toBeVisible()
})
