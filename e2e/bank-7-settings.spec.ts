import { file, picture } from './bank-files.ts'
import { atBothWidths, complaintsOf, expect, test } from './bank-holder.ts'

atBothWidths(() => {
  test('personal information is saved, with all countries to choose from', async ({ page, holder }) => {
    const complaints = complaintsOf(page)
    await page.goto('/dashboard/settings')
    const form = page.getByRole('region', { name: 'Personal information' })
    await expect(form.getByLabel('Full name')).toHaveValue(holder.fullName)
    await expect(form.getByLabel('Email')).toHaveValue(holder.email)
    await form.getByLabel('Full name').fill('  ')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByRole('alert')).toHaveText('Name and email are required.')
    await form.getByLabel('Full name').fill('Ada King')
    await expect(form.getByRole('alert')).toBeEmpty()
    await form.getByLabel('Mobile').fill('+44 20 7946 0000')
    await form.getByLabel('Date of birth').fill('1990-12-10')
    await form.getByLabel('Gender').selectOption('female')
    expect(await form.getByLabel('Nationality').getByRole('option').count()).toBe(250)
    await form.getByLabel('Nationality').selectOption('Åland Islands')
    await form.getByLabel('Address').fill('12 St James’s Square, London')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    const { user } = await holder.call('GET', '/users')
    expect(user).toMatchObject({
      fullName: 'Ada King',
      email: holder.email,
      mobile: '+44 20 7946 0000',
      dob: '1990-12-10',
      gender: 'female',
      nationality: 'Åland Islands',
      address: '12 St James’s Square, London',
    })
    await page.reload()
    await expect(form.getByLabel('Nationality')).toHaveValue('Åland Islands')
    expect(complaints()).toEqual([])
  })
})

test('update email: what is missing, what is taken, what works', async ({ page, holder }) => {
  await page.goto('/dashboard/settings')
  const form = page.getByRole('region', { name: 'Update email' })
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(form.getByText('Email are required.')).toBeVisible()
  await form.getByLabel('New email').fill('customer@fable.example')
  await expect(form.getByText('Email are required.')).toHaveCount(0)
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(page.locator('[data-error]')).toContainText('An account with this e-mail already exists.')
  const renamed = `new-${holder.email}`
  await form.getByLabel('New email').fill(renamed)
  await form.getByRole('button', { name: 'Update email' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(form).toContainText(renamed)
  await expect(page.getByRole('region', { name: 'Personal information' }).getByLabel('Email')).toHaveValue(renamed)
})

test('a profile that could not be saved says so', async ({ page }) => {
  await page.goto('/dashboard/settings')
  await page.route('**/api/users/update', (route) => route.fulfill({ status: 500, json: { message: 'Oops.' } }))
  await page.getByLabel('Full name').fill('Ada King')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('[data-error]')).toContainText('An error occurred while updating your profile.')
  await expect(page.getByLabel('Full name')).toHaveValue('Ada King')
})

test('a profile picture is chosen, shown and taken away', async ({ page, holder }) => {
  await page.goto('/dashboard/settings')
  const card = page.getByRole('region', { name: 'Profile picture' })
  await card.getByLabel('Profile picture').setInputFiles(file('me.jpg', 'image/jpeg', await picture(300, 300)))
  await expect(card.locator('img')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile menu' }).locator('img')).toBeVisible()
  expect((await holder.call('GET', '/users')).user.image).toMatch(/^\/api\/images\//)
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(card.locator('img')).toHaveCount(0)
  expect((await holder.call('GET', '/users')).user.image).toBe('')

  await card.getByLabel('Profile picture').setInputFiles(file('me.pdf', 'application/pdf', Buffer.from('%PDF-1.4')))
  await expect(page.locator('[data-error]')).toContainText('Failed uploading image')
  await expect(card).toContainText('Choose an image.')
})

test('changing the password asks for the present one and ends every other session', async ({ page, holder, bank }) => {
  const elsewhere = await holder.signIn()
  await page.goto('/dashboard/settings')
  const form = page.getByRole('region', { name: 'Change password' })
  const change = form.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(form.getByText('Please fill all required fields.')).toBeVisible()
  await form.getByLabel('Present password', { exact: true }).fill('a guess')
  await form.getByLabel('New password', { exact: true }).fill('another sentence')
  await form.getByLabel('Confirm new password', { exact: true }).fill('another sentance')
  await change.click()
  await expect(form.getByText('Passwords do not match.')).toBeVisible()
  await form.getByLabel('Confirm new password', { exact: true }).fill('another sentence')
  await change.click()
  await expect(form.getByText('Incorrect password.')).toBeVisible()
  await expect(form.getByLabel('Present password', { exact: true })).toBeFocused()
  await form.getByLabel('Present password', { exact: true }).fill(holder.password)
  await change.click()
  await expect(page.getByText('Updated successfully!')).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')

  const status = async (token: string) =>
    (await page.request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).status()
  expect([await status(holder.token), await status(elsewhere)]).toEqual([200, 401])
  const login = (password: string) =>
    page.request.post(`${bank.baseURL}/api/auths/login`, { data: { email: holder.email, password } })
  expect((await login(holder.password)).status()).toBe(401)
  expect((await login('another sentence')).status()).toBe(200)
})

test('signed-in devices: each can be ended, and all others at once', async ({ page, holder }) => {
  const [first, second] = [await holder.signIn(), await holder.signIn()]
  await page.goto('/dashboard/settings')
  const card = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card.getByText('This device')).toHaveCount(1)
  const ends = card.getByRole('button', { name: /^End the session/ })
  await ends.first().click()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  const alive = async (token: string) =>
    (await page.request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).ok()
  expect([await alive(first), await alive(second)].filter(Boolean)).toHaveLength(1)
  await card.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  expect([await alive(first), await alive(second), await alive(holder.token)]).toEqual([false, false, true])
})
