import { expect, onPhone, test } from '../customer-test.ts'
import { file, picture } from '../files.ts'
import { consoleErrorsOf } from '../page-actions.ts'

onPhone(() => {
  test.use({ account: { status: 'Pending' } })
  test('saves personal information and offers all countries', async ({ page, customer }) => {
    const errors = consoleErrorsOf(page)
    await page.goto('/dashboard/settings')
    const form = page.getByRole('region', { name: 'Personal information' })
    await expect(form.getByLabel('Full name')).toHaveValue(customer.fullName)
    await expect(form.getByLabel('Email')).toHaveValue(customer.email)
    await form.getByLabel('Full name').fill('  ')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByRole('alert')).toHaveText('Name and email are required.')
    await form.getByLabel('Full name').fill('Ada King')
    await expect(form.getByRole('alert')).toBeEmpty()
    await form.getByLabel('Mobile').fill('+44 20 7946 0000')
    await form.getByLabel('Date of birth').fill('1990-12-10')
    await form.getByLabel('Gender').selectOption('female')
    await expect(form.getByLabel('Nationality').getByRole('option')).toHaveCount(250)
    await form.getByLabel('Nationality').selectOption('Åland Islands')
    await form.getByLabel('Address').fill('12 St James’s Square, London')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    const { user } = await customer.call('GET', '/users')
    expect(user).toMatchObject({
      fullName: 'Ada King',
      email: customer.email,
      mobile: '+44 20 7946 0000',
      dob: '1990-12-10',
      gender: 'female',
      nationality: 'Åland Islands',
      address: '12 St James’s Square, London',
    })
    await page.reload()
    await expect(form.getByLabel('Nationality')).toHaveValue('Åland Islands')
    expect(errors).toEqual([])
  })
})

test('updates the email, and rejects an empty or taken one', async ({ page, customer }) => {
  await page.goto('/dashboard/settings')
  const form = page.getByRole('region', { name: 'Update email' })
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(form.getByText('Email are required.')).toBeVisible()
  await form.getByLabel('New email').fill('customer@fable.example')
  await expect(form.getByText('Email are required.')).toHaveCount(0)
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(page.locator('[data-error]')).toContainText('An account with this e-mail already exists.')
  const renamed = `new-${customer.email}`
  await form.getByLabel('New email').fill(renamed)
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(form).toContainText(renamed)
  await expect(page.getByRole('region', { name: 'Personal information' }).getByLabel('Email')).toHaveValue(renamed)
})

test('shows an error when the profile cannot be saved', async ({ page }) => {
  await page.goto('/dashboard/settings')
  await page.route('**/api/users/update', (route) => route.fulfill({ status: 500, json: { message: 'Oops.' } }))
  await page.getByLabel('Full name').fill('Ada King')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('[data-error]')).toContainText('An error occurred while updating your profile.')
  await expect(page.getByLabel('Full name')).toHaveValue('Ada King')
})

test('uploads, shows and removes a profile picture', async ({ page, customer }) => {
  await page.goto('/dashboard/settings')
  const card = page.getByRole('region', { name: 'Profile picture' })
  await card.getByLabel('Profile picture').setInputFiles(file('me.jpg', 'image/jpeg', await picture(300, 300)))
  await expect(card.locator('img')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile menu' }).locator('img')).toBeVisible()
  expect((await customer.call('GET', '/users')).user.image).toMatch(/^\/api\/images\//)
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(card.locator('img')).toHaveCount(0)
  expect((await customer.call('GET', '/users')).user.image).toBe('')

  await card.getByLabel('Profile picture').setInputFiles(file('me.pdf', 'application/pdf', Buffer.from('%PDF-1.4')))
  await expect(page.locator('[data-error]')).toContainText('Failed uploading image')
  await expect(card).toContainText('Choose an image.')
})

test('changing the password requires the current one and ends all other sessions', async ({ page, customer, bank }) => {
  const elsewhere = await customer.logIn()
  await page.goto('/dashboard/settings/security')
  const form = page.getByRole('region', { name: 'Change password' })
  const change = form.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(form.getByText('Please fill all required fields.')).toBeVisible()
  await form.getByLabel('Current password', { exact: true }).fill('a guess')
  await form.getByLabel('New password', { exact: true }).fill('another sentence')
  await form.getByLabel('Confirm new password', { exact: true }).fill('another sentance')
  await change.click()
  await expect(form.getByText('Passwords do not match.')).toBeVisible()
  await form.getByLabel('Confirm new password', { exact: true }).fill('another sentence')
  await change.click()
  await expect(form.getByText('Incorrect password.')).toBeVisible()
  await expect(form.getByLabel('Current password', { exact: true })).toBeFocused()
  await form.getByLabel('Current password', { exact: true }).fill(customer.password)
  await change.click()
  await expect(page.getByText('Updated successfully!')).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')

  const status = async (token: string) =>
    (await page.request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).status()
  expect([await status(await customer.token()), await status(elsewhere)]).toEqual([200, 401])
  const login = (password: string) =>
    page.request.post(`${bank.baseURL}/api/auths/login`, { data: { email: customer.email, password } })
  expect((await login(customer.password)).status()).toBe(401)
  expect((await login('another sentence')).status()).toBe(200)
})

test('logs out one device, or all others at once', async ({ page, customer }) => {
  const [first, second] = [await customer.logIn(), await customer.logIn()]
  await page.goto('/dashboard/settings/security')
  const card = page.getByRole('region', { name: 'Your devices' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card.getByText('This device')).toHaveCount(1)
  const ends = card.getByRole('button', { name: /^Log out (?!all)/ })
  await ends.first().click()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  const alive = async (token: string) =>
    (await page.request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).ok()
  expect([await alive(first), await alive(second)].filter(Boolean)).toHaveLength(1)
  await card.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  expect([await alive(first), await alive(second), await alive(await customer.token())]).toEqual([false, false, true])
})
