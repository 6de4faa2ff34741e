import { expect, test } from './bank.ts'

test('shows Sending, then disables the field and shows a check mark', async ({ page }) => {
  // Delayed, so that the sending state can be checked.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let sent: unknown
  await page.route('**/api/newsletters', async (route) => {
    sent = route.request().postDataJSON()
    await held
    await route.continue()
  })

  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Newsletter' })
  await field.fill('ada@fable.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('button', { name: 'Sending' })).toBeDisabled()

  const answered = page.waitForResponse('**/api/newsletters')
  release()
  expect((await answered).status()).toBe(202)
  expect(sent).toEqual({ email: 'ada@fable.example' })
  await expect(field).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
})

test('shows success even when the request fails', async ({ page }) => {
  await page.route('**/api/newsletters', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('ada@fable.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
})

test('does not validate the address', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('textbox', { name: 'Newsletter' }).fill('not an address')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
})
