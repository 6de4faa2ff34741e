/// <reference lib="dom" />
import { expect, test } from '../accounts.ts'
import { expectClean } from '../axe.ts'
import { linkInMail } from '../mailbox.ts'
import { logIn, newVisitor, signUp } from '../page-actions.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

const PHONE = { width: 390, height: 844 }

test('a newcomer is led through what is left to do, until it is done', async ({ page, admin, bank }) => {
  const visitor = newVisitor()
  await page.setViewportSize(PHONE)
  await signUp(page, visitor)
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  await logIn(page, visitor)
  for (const name of ['PIN', 'Confirm PIN']) {
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused()
    await page.keyboard.type('2468')
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  const checklist = page.getByRole('region', { name: 'Finish setting up' })
  await expect(checklist).toContainText('1 of 4 done')
  await expect(checklist).toContainText(`Open the link that we sent to ${visitor.email}.`)
  await expect(checklist.getByText('PIN created')).toBeVisible()
  await expectClean(page, 'start page of a newcomer')
  for (const [name, path] of [
    ['Confirm email', '/dashboard/settings'],
    ['Upload documents', '/dashboard/verification'],
    ['Make a deposit', '/dashboard/deposit'],
  ] as const) {
    await checklist.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }

  await page.goto(await linkInMail(bank.dataDir, visitor.email, '/confirm-email'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [{ _id: userId }] = await admin.call('GET', `/users/all?search=${visitor.email}`)
  await admin.call('PATCH', '/admin/user', { userId, updates: { status: 'Active' } })
  await admin.call('POST', '/admin/fund', { userId, amount: 25 })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'My Balance' })).toContainText('$25.00')
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('$25.00')
  await expect(checklist).toHaveCount(0)
})

test('balance and actions come first, then the newest transactions; a move is called after its account', async ({
  page,
  admin,
}) => {
  const customer = await admin.createAccount({ balance: 500 })
  const savings = await customer.call('POST', '/accounts', { name: 'Holidays' })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), await customer.token())
  await page.setViewportSize(PHONE)
  await page.goto('/dashboard')
  const balance = page.getByRole('region', { name: 'My Balance' })
  for (const [name, path] of [
    ['Send', '/dashboard/send'],
    ['Request', '/dashboard/request'],
    ['Add money', '/dashboard/deposit'],
    ['Transfer', '/dashboard/transfer'],
  ] as const)
    await expect(balance.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await balance.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move money' })
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  const recent = page.getByRole('region', { name: 'Recent Transactions' })
  await expect(recent.getByRole('row').nth(1)).toContainText('To Holidays')
  await expect(recent).not.toContainText(customer.fullName)
  await expect(recent.getByRole('heading', { name: 'Today' })).toBeVisible()

  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
  const order = ['My Balance', 'Recent Transactions', 'Savings', 'Monthly Spent', 'Spending by category']
  const tops = await Promise.all(order.map(top))
  expect(tops).toEqual([...tops].sort((a, b) => a - b))
  expect(savings.name).toBe('Holidays')
})

test('nothing is printed over the page, and an unknown page leads back to the account', async ({ page, admin }) => {
  const customer = await admin.createAccount({ balance: 500 })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), await customer.token())
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/nonsense')
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a session that has ended goes on with a passkey, on the page that was open', async ({ page, admin }) => {
  const customer = await admin.createAccount({ balance: 500 })
  await customer.token()
  await addAuthenticator(page)
  await logIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('Not used yet')).toBeVisible()
  await page.goto('/dashboard/transactions?search=500')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.evaluate(() =>
    fetch('/api/auths/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('authToken')}` },
    }),
  )
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(ended).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/transactions?search=500')
  await expect(page.getByRole('row')).toHaveCount(2)
})
