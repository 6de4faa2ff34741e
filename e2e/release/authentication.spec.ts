import { expect, test } from '../bank.ts'
import { CUSTOMER, logIn, newVisitor } from '../page-actions.ts'

const alert = 'alert'

test('requires all fields, switches to sign-up and back at both addresses, and shows a typed password', async ({
  page,
}) => {
  for (const path of ['/login', '/auth']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole(alert)).toHaveText('Please fill all required fields.')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please fill all required fields.')

    await page.getByLabel('Email').fill('ada@fable.example')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(`${path}?mode=sign-up`)
    await expect(page.getByLabel('Email')).toHaveValue('ada@fable.example')
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByLabel('Email')).toHaveValue('ada@fable.example')
  }
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: /Show/ }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('shows the server’s message, several field errors joined, and a text of its own for a response without one', async ({
  page,
}) => {
  await logIn(page, { ...CUSTOMER, password: 'wrong' })
  const notification = page.locator('[data-error]')
  await expect(notification).toHaveText('Invalid e-mail or password.')
  await expect(notification).toHaveCSS('color', 'rgb(177, 39, 31)')
  await expect(page).toHaveURL('/login')

  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 500, body: '<html>' }))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Encounter an unknown error.')).toBeVisible()

  const errors = [
    { msg: 'First thing.', path: 'email' },
    { msg: 'Second thing.', path: 'password' },
  ]
  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 400, json: { message: 'No.', errors } }))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('First thing., Second thing.')).toBeVisible()
})

test('sign-up: missing fields, different passwords, an address in use, and a strength hint that never blocks', async ({
  page,
}) => {
  const visitor = { ...newVisitor(), password: 'a' }
  await page.goto('/login?mode=sign-up')
  const submit = page.getByRole('button', { name: 'Sign up' })
  // The prerendered HTML has the log-in form.
  await expect(submit).toBeVisible()
  await page.getByLabel('Email').fill(CUSTOMER.email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Confirm password', { exact: true }).fill('b')
  await submit.click()
  await expect(page.getByRole(alert)).toHaveText('Please fill all required fields.')

  await page.getByLabel('Full name').fill(visitor.fullName)
  await submit.click()
  await expect(page.getByRole(alert)).toHaveText('Passwords do not match.')

  await expect(page.getByText('Weak. Too easy to guess. Try something longer.')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill(visitor.password)
  await submit.click()
  await expect(page.getByText('An account with this e-mail already exists.')).toBeVisible()
  await expect(submit).toBeEnabled()

  await page.getByLabel('Email').fill(visitor.email)
  await submit.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  await expect(page.getByText('Account created. Log in to finish setting up.')).toBeVisible()
})

test('forgot password shows the same confirmation for known and unknown addresses', async ({ page }) => {
  for (const email of [CUSTOMER.email, 'nobody@fable.example']) {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    // The log-in form has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(page.getByText(`If an account uses ${email}, a link`)).toBeVisible()
  }
})

test('a reset link without a token, and one with an invalid token', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()

  await page.goto('/reset-password#token=made-up')
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('one')
  await page.getByLabel('Confirm password', { exact: true }).fill('two')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole(alert)).toHaveText('Passwords do not match.')
  await page.getByLabel('Confirm password', { exact: true }).fill('one')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('This link has expired or was used already.')).toBeVisible()
})

test('a password never ends up in the URL, even before hydration', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled()
  expect(page.url()).not.toContain('Fable-demo')
})
