import { expect, test } from './bank.ts'
import { CUSTOMER, logIn, newVisitor, signUp } from './page-actions.ts'

const alert = 'alert'

for (const path of ['/login', '/auth'])
  test(`${path}: nothing filled in, and the way to sign-up and back`, async ({ page }) => {
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
  })

test('a wrong password is a red notification with the bank’s own words', async ({ page }) => {
  await logIn(page, { ...CUSTOMER, password: 'wrong' })
  const notification = page.locator('[data-error]')
  await expect(notification).toHaveText('Invalid e-mail or password.')
  await expect(notification).toHaveCSS('color', 'rgb(177, 39, 31)')
  await expect(page).toHaveURL('/login')
})

test('an answer without any text: Encounter an unknown error.', async ({ page }) => {
  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 500, body: '<html>' }))
  await logIn(page)
  await expect(page.getByText('Encounter an unknown error.')).toBeVisible()
})

test('several field errors are joined with comma and space', async ({ page }) => {
  const errors = [
    { msg: 'First thing.', path: 'email' },
    { msg: 'Second thing.', path: 'password' },
  ]
  await page.route('**/api/auths/login', (route) => route.fulfill({ status: 400, json: { message: 'No.', errors } }))
  await logIn(page)
  await expect(page.getByText('First thing., Second thing.')).toBeVisible()
})

test('sign-up: what is missing, passwords that differ, a hint that never blocks', async ({ page }) => {
  const person = { ...newVisitor(), password: 'a' }
  await page.goto('/login?mode=sign-up')
  const submit = page.getByRole('button', { name: 'Sign up' })
  // The page arrives with the other form in it.
  await expect(submit).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill('b')
  await submit.click()
  await expect(page.getByRole(alert)).toHaveText('Please fill all required fields.')

  await page.getByLabel('Full name').fill(person.fullName)
  await submit.click()
  await expect(page.getByRole(alert)).toHaveText('Passwords do not match.')

  await expect(page.getByText('Weak. Too easy to guess. Try something longer.')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
  await submit.click()
  await expect(page).toHaveURL('/login')
})

test('sign-up success switches to login mode with the e-mail kept', async ({ page }) => {
  const person = newVisitor()
  await signUp(page, person)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByText('Account created. Log in to finish setting up.')).toBeVisible()
})

test('an e-mail that is taken', async ({ page }) => {
  await signUp(page, { ...newVisitor(), email: CUSTOMER.email.toUpperCase() })
  await expect(page.getByText('An account with this e-mail already exists.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeEnabled()
})

test('a password can be looked at while it is typed', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: /Show/ }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('forgot password answers the same for known and unknown addresses', async ({ page }) => {
  for (const email of [CUSTOMER.email, 'nobody@fable.example']) {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    // The form that was there until then has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(page.getByText(`If an account uses ${email}, a link`)).toBeVisible()
  }
})

test('a reset link without its token, and one that is not valid', async ({ page }) => {
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

test('a password never ends up in the address, even when the page is slow to answer', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled()
  expect(page.url()).not.toContain('Fable-demo')
})
