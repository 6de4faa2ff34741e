import { expectCleanNow } from '../axe.ts'
import { expect, test } from '../customer-test.ts'
import { linkInMail } from '../mailbox.ts'
import { logIn } from '../page-actions.ts'

test('an email change is undone from the old mailbox, and the password reset there', async ({
  page,
  customer,
  bank,
}) => {
  const { email, password } = customer
  const form = page.getByRole('region', { name: 'Update email' })
  await page.goto(await linkInMail(bank.dataDir, email, '/confirm-email'))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await page.getByRole('link', { name: 'Go to my account' }).click()

  const stolen = `thief-${email}`
  await page.goto('/dashboard/settings')
  await expect(form.getByText(email)).toHaveCount(1)
  await form.getByLabel('New email').fill(stolen)
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(form.getByText('Not confirmed yet.')).toBeVisible()
  await form.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(page.getByText('We sent the link again.')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await expectCleanNow(page, page.url())

  await page.goto(await linkInMail(bank.dataDir, email, '/undo-email'))
  await expect(page).toHaveURL('/undo-email')
  await expectCleanNow(page, page.url())
  await page.route('**/api/auths/undo-email', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('alert')).toHaveText('We couldn’t undo the change. Check your connection and try again.')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is back' })).toBeVisible()
  await expect(
    page.getByText(/cancelled transfers that were still pending and paused scheduled payments/),
  ).toBeVisible()
  const session = await page.request.get('/api/users', {
    headers: { authorization: `Bearer ${await customer.token()}` },
  })
  expect(session.status()).toBe(401)
  await logIn(page, { email, password })
  await expect(page.getByText('Invalid e-mail or password.')).toBeVisible()

  await page.goto(await linkInMail(bank.dataDir, email, '/reset-password'))
  await page.getByLabel('Password', { exact: true }).fill('a sentence of my own')
  await page.getByLabel('Confirm password', { exact: true }).fill('a sentence of my own')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, { email, password: 'a sentence of my own' })
  // The PIN was set while the thief could have set it, so the customer makes a new one.
  await expect(page).toHaveURL('/code')
})

test('links that are incomplete or no longer valid say what to do', async ({ page }) => {
  for (const path of ['/confirm-email', '/undo-email']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
    await page.goto(`${path}#token=made-up`)
    if (path === '/undo-email') await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expectCleanNow(page, page.url())
  }
})
