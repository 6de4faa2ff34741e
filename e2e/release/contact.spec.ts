import { expect, test } from '../bank.ts'

const required = [
  ['Name', 'Please enter your name.'],
  ['Email', 'Please enter your email address.'],
  ['Mobile', 'Please enter your mobile number.'],
  ['Message', 'Please enter a message.'],
] as const

test('shows an error beside each missing field, the server’s beside theirs, and sends a complete message', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  for (const [label, text] of required) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text)
    await expect(page.getByText(text)).toBeVisible()
  }
  const terms = page.getByRole('checkbox')
  await expect(terms).toHaveAccessibleDescription('Please accept the terms.')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await expect(page.getByText('Please enter your name.')).toBeHidden()
  await expect(page.getByText('Please enter a message.')).toBeVisible()

  const message = 'Do you keep account of engines?\nI ask for a friend.'
  await page.getByLabel('Email', { exact: true }).fill('bob@x')
  await page.getByLabel('Mobile').fill('abc')
  await page.getByLabel('Message', { exact: true }).fill(message)
  await terms.check()
  await send.click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Enter a valid e-mail address.')
  await expect(page.getByLabel('Mobile')).toHaveAccessibleDescription('Enter a phone number, such as +1 555 010 0199.')
  await page.getByLabel('Mobile').fill('+44 20 7946 0000')
  // Only the server refuses this one.
  await page.getByLabel('Email', { exact: true }).fill('<ada>@fable.example')
  await send.click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Enter a valid e-mail address.')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message)

  await page.getByLabel('Email', { exact: true }).fill('ada@fable.example')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent.' })).toBeInViewport()
  const admin = { email: 'admin@fable.example', password: 'Fable-admin-2026' }
  const { token } = await (await request.post('/api/auths/login', { data: admin })).json()
  const inbox = await request.get('/api/suport/contact', { headers: { authorization: `Bearer ${token}` } })
  expect(await inbox.json()).toContainEqual(expect.objectContaining({ name: 'Ada Lovelace', message }))
})

test('the chat widget asks a visitor to log in or to use the form', async ({ page }) => {
  await page.goto('/contact')
  const chat = page.getByRole('dialog', { name: 'Support chat' })
  const opener = page.getByRole('button', { name: 'Support chat' })
  await page.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  await expect(opener).toBeHidden()
  await page.mouse.wheel(0, -10_000)
  await expect(opener).toBeVisible()
  await page.getByRole('button', { name: 'Support chat' }).click()
  await expect(chat).toBeVisible()
  await expect(chat).toContainText('Log in to chat with us, or use the form on this page.')
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: 'Support chat' })).toBeFocused()

  await page.getByRole('button', { name: 'Support chat' }).click()
  await chat.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')

  // Without its code, the rest of the page works, and the chat can be tried again.
  await page.route('**/chat-panel-*.js', (route) => route.abort())
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Support chat' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to load the chat.')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Support chat' }).click()
  await expect(chat).toBeVisible()
})
