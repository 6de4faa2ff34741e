import { totpCode } from '../../server/test/totp-code.ts'
import { ADMIN } from '../accounts.ts'
import { expectClean } from '../axe.ts'
import { expect, test } from '../bank.ts'
import { logIn } from '../page-actions.ts'

test.use({ bankSettings: { STAFF_SECOND_FACTOR: 'required' } })

test('the back office leads an administrator without a second factor to set one up, and opens then', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await page.goto('/dashboard/user')
  await expect(page.getByText('the bank refuses all work here')).toBeVisible()
  await expectClean(page, 'second factor required')
  await page.getByRole('link', { name: 'Set up now' }).click()
  await expect(page).toHaveURL('/dashboard/security')

  const card = page.getByRole('region', { name: 'Authenticator app', exact: true })
  await card.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replace(/\s/g, '')
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(totpCode(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await expect(page).toHaveURL('/dashboard/user')
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'pending@fable.example' })).toBeVisible()
})
