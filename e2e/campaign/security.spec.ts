/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { ageSessions } from '../../server/test/bank-process.ts'
import { totpCode } from '../../server/test/totp-code.ts'
import { expect, type TestAccount, test } from '../accounts.ts'
import { expectClean } from '../axe.ts'
import { logIn } from '../page-actions.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth')
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const errorToasts = (page: Page) => page.locator('[data-error]')

/** Opens the page in the test's own browser context, logged in. */
async function openSecurity(page: Page, customer: TestAccount) {
  await customer.token()
  await logIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/security')
  await expect(card(page, 'Passkeys')).toBeVisible()
}

test('sets up an authenticator app and logs in with its code, then with a recovery code', async ({ page, admin }) => {
  const customer = await admin.createAccount()
  await openSecurity(page, customer)
  await expect(card(page, 'Only your password protects you')).toBeVisible()
  await expectClean(page, 'security page')
  await card(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code was not accepted.')).toBeVisible()
  await expectClean(page, 'authenticator app dialog')
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await saved.getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await saved.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`\n${recoveryCode}\n`)
  await page.emulateMedia({ media: 'print' })
  await expect(saved.getByText(`Recovery codes for Fable Bank`)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Security', includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  // Closing by accident would lose the codes.
  await page.keyboard.press('Escape')
  await expect(saved.getByText('Save the codes first')).toBeVisible()
  await expectClean(page, 'recovery codes')
  await saved.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card(page, 'Authenticator app').getByText('On', { exact: true })).toBeVisible()
  await expect(card(page, 'Recovery codes')).toContainText('10 recovery codes left.')
  await expect(card(page, 'Your account is well protected')).toBeVisible()

  await logOut(page)
  await logIn(page, customer)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await page.keyboard.type('000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code was not accepted.')).toBeVisible()
  await expectClean(page, 'second step')
  // The next time step: a code is accepted once. Authenticator apps show it with a space.
  await code.fill(totpCode(secret, new Date(Date.now() + 30_000)).replace(/^.../, '$& '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')

  await logOut(page)
  await logIn(page, customer)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  for (let guess = 1; guess <= 5; guess++) {
    await page.getByLabel('Recovery code').fill(`AAAAA-AAAA${guess}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code was not accepted.')).toBeVisible()
  }
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This took too long or was tried too often. Please start again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)

  await page.route('**/api/users/factors', (route) =>
    route.fulfill({ json: { totp: true, passkeys: [], recoveryCodes: 2 } }),
  )
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('2 recovery codes left. Make a new set before you run out.')).toBeVisible()
  await page.unroute('**/api/users/factors')
  await page.goto('/dashboard/security')
  await expect(card(page, 'Recovery codes')).toContainText('9 recovery codes left.')

  await card(page, 'Authenticator app').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click()
  await expect(card(page, 'Only your password protects you')).toBeVisible()
})

test('registers a passkey, logs in with it from autofill and by the button, confirms with it, and removes it', async ({
  bank,
  page,
  admin,
}) => {
  const customer = await admin.createAccount()
  await addAuthenticator(page)
  await openSecurity(page, customer)
  const passkeys = card(page, 'Passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('not used yet')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  await page.keyboard.type('My laptop')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('button', { name: 'Rename My laptop' })).toBeFocused()
  await expectClean(page, 'passkeys')
  // The virtual device answers the autofill request of the page by itself.
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: `Welcome, ${customer.fullName}` })).toBeVisible()

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.reload()
  await logOut(page)
  await page.reload()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dashboard')

  await ageSessions(bank.dataDir, customer.id)
  await page.goto('/dashboard/security')
  await expect(passkeys.getByText('last used')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  const ask = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await ask.getByRole('button', { name: 'Remove passkey' }).click()
  // On top of the other dialog: Escape closes only this one.
  await expect(confirmDialog(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toHaveCount(0)
  await expect(ask.getByRole('button', { name: 'Remove passkey' })).toBeFocused()
  await expect(errorToasts(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.route('**/api/auths/passkey/options', (route) => route.abort(), { times: 1 })
  await confirmDialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(confirmDialog(page).getByRole('alert')).not.toBeEmpty()
  await expectClean(page, 'confirm dialog with a passkey')
  await confirmDialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(passkeys.getByText('My laptop')).toHaveCount(0)
  await expect(card(page, 'Only your password protects you')).toBeVisible()
})

test('asks for the password in the middle of a form, repeats the call and loses nothing', async ({
  bank,
  admin,
  openAs,
}) => {
  const customer = await admin.createAccount()
  await customer.token()
  const token = await customer.logIn()
  await ageSessions(bank.dataDir, customer.id)
  const page = await openAs(token, '/dashboard/settings')
  const form = card(page, 'Update email')
  const renamed = `new-${customer.email}`
  const update = form.getByRole('button', { name: 'Update email' })
  await form.getByLabel('New email').fill(renamed)
  await update.click()

  const dialog = confirmDialog(page)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectClean(page, 'confirm dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(form.getByLabel('New email')).toHaveValue(renamed)
  await expect(update).toBeFocused()
  await expect(errorToasts(page)).toHaveCount(0)

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Incorrect password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(form).toContainText(renamed)
})

test('the back office asks for a confirmation over its dialogs and funds once', async ({ bank, admin, openAs }) => {
  const customer = await admin.createAccount({ fullName: 'Grace Funded' })
  const staff = await admin.createAccount({ role: 'Admin' })
  await staff.token()
  const token = await staff.logIn()
  await ageSessions(bank.dataDir, staff.id)
  const page = await openAs(token, `/dashboard/user/${customer.id}`)
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/fund')) sent.push(request)
  })
  await page.getByRole('button', { name: 'Fund', exact: true }).click()
  await page.getByLabel('Amount').fill('25')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Fund \$25/ }).click()
  await expect(confirmDialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Fund \$25/ })).toBeFocused()

  await page.keyboard.press('Enter')
  await confirmDialog(page).getByLabel('Password', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page)).toHaveCount(0)
  await expect.poll(() => customer.balance()).toBe(25)
  const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size, 'A refused, a cancelled and a repeated call have one key').toBe(1)
})
