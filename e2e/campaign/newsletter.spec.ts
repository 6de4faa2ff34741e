import { expect, test } from '../bank.ts'

test('shows Sending, then a check mark, even for what is no address and when the request fails', async ({ page }) => {
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

  await page.route('**/api/newsletters', (route) => route.abort())
  await page.goto('/about')
  await field.fill('not an address')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
})
