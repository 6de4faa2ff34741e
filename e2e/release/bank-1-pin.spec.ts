import { expect, onPhone, test } from '../customer-test.ts'
import { consoleErrorsOf } from '../page-actions.ts'

test.use({ account: { pin: null } })

onPhone(() => {
  test('redirects to /code without a PIN and creates one from four confirmed digits', async ({ page, customer }) => {
    const errors = consoleErrorsOf(page)
    await page.goto('/dashboard/transfer')
    await expect(page).toHaveURL('/code')
    await expect(page.getByRole('group', { name: 'PIN' }).getByRole('textbox')).toHaveCount(4)
    const go = page.getByRole('button', { name: 'Continue' })
    await expect(page.getByRole('textbox', { name: 'PIN', exact: true })).toBeFocused()
    await page.keyboard.type('246')
    await expect(go).toBeDisabled()
    await page.keyboard.type('8')
    await go.click()

    await expect(page.getByRole('textbox', { name: 'Confirm PIN', exact: true })).toBeFocused()
    await page.keyboard.type('2469')
    await go.click()
    await expect(page.getByRole('alert')).toHaveText('Invalid Verification Code. Please try again.')
    await expect(go).toBeDisabled()
    await page.keyboard.type('2468')
    await go.click()

    await expect(page).toHaveURL('/dashboard')
    expect((await customer.call('GET', '/users')).user.hasPin).toBe(true)
    // With a PIN, /code redirects to the dashboard.
    await page.goto('/code')
    await expect(page).toHaveURL('/dashboard')
    expect(errors).toEqual([])
  })

  test('digit boxes reject letters, accept pasting, and go back on backspace', async ({ page, context }) => {
    await page.goto('/code')
    const box = (n: number) =>
      page.getByRole('textbox', { name: n === 1 ? 'PIN' : `PIN, digit ${n} of 4`, exact: true })
    await expect(box(1)).toBeFocused()
    await expect(box(1)).toHaveAttribute('inputmode', 'numeric')
    await page.keyboard.type('a1b2')
    await expect(box(1)).toHaveValue('1')
    await expect(box(2)).toHaveValue('2')
    await expect(box(3)).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(box(2)).toHaveValue('')
    await expect(box(1)).toHaveValue('1')

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate("navigator.clipboard.writeText(' 97 53 ')")
    await box(1).focus()
    await page.keyboard.press('ControlOrMeta+V')
    for (const [n, digit] of ['9', '7', '5', '3'].entries()) await expect(box(n + 1)).toHaveValue(digit)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })
})

test('keeps the digits when the request fails and creates the PIN on retry', async ({ page, customer }) => {
  await page.goto('/code')
  await expect(page.getByRole('textbox', { name: 'PIN', exact: true })).toBeFocused()
  await page.keyboard.type('2468')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Confirm PIN', exact: true })).toBeFocused()
  await page.route('**/api/users/create-transaction-code', (route) => route.abort())
  await page.keyboard.type('2468')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-error]')).toHaveText(/Encounter an unknown error\./)
  await page.unroute('**/api/users/create-transaction-code')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect((await customer.call('GET', '/users')).user.hasPin).toBe(true)
})
