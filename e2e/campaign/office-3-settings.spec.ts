import type { Page } from '@playwright/test'
import { expect, test, toast } from '../admin-test.ts'

const path = '/dashboard/admin-settings'
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string) => section(page, name).getByRole('button', { name: 'Save' }).click()

test('saves banking info, checks required fields and shows who changed it last', async ({ admin, openAsAdmin }) => {
  const page = await openAsAdmin(path)
  const banking = section(page, 'Banking info')
  const before = await admin.call('GET', '/settings')
  await banking.getByLabel('Bank name').fill(' ')
  await save(page, 'Banking info')
  await expect(banking.getByText('All fields are required.')).toBeVisible()
  expect(await admin.call('GET', '/settings')).toEqual(before)

  const name = `Storybook Trust ${Date.now()}`
  await banking.getByLabel('Bank name').fill(name)
  await save(page, 'Banking info')
  await expect(toast(page, 'Updated successfully!')).toBeVisible()
  await expect(banking.getByText('All fields are required.')).toHaveCount(0)
  await expect(banking).toContainText(/Last changed by Fiona Archer, [A-Z][a-z]{2} \d{1,2}, \d{4} \d{2}:\d{2}/)
  await page.reload()
  await expect(banking.getByLabel('Bank name')).toHaveValue(name)
  expect(await admin.call('GET', '/settings')).toMatchObject({
    cryptoInfo: before.cryptoInfo,
    whatsApp: before.whatsApp,
  })
})

test('adds a currency with an exact rate, removes it, and refuses to remove the last one', async ({
  admin,
  openAsAdmin,
}) => {
  const page = await openAsAdmin(path)
  const crypto = section(page, 'Crypto info')
  const name = `Fablecoin ${Date.now()}`
  await crypto.getByRole('button', { name: 'Add currency' }).click()
  const added = crypto.getByRole('group').last()
  await added.getByLabel('Name').fill(name)
  await added.getByLabel('Network').fill('Tale')
  await added.getByLabel('Address').fill('fable1demo')
  for (const wrong of ['', '0', '0.000']) {
    await added.getByLabel('Rate per dollar').fill(wrong)
    await save(page, 'Crypto info')
    await expect(crypto.getByText('All fields in cryptoInfo are required.')).toBeVisible()
  }
  await added.getByLabel('Rate per dollar').fill('1,5')
  await save(page, 'Crypto info')
  await expect(crypto.getByText('A rate is a positive number with at most 18 decimals.')).toBeVisible()
  await added.getByLabel('Rate per dollar').fill('0.123456789012345678')
  await save(page, 'Crypto info')
  await expect(toast(page, 'Updated successfully!')).toBeVisible()
  const { cryptoInfo } = await admin.call('GET', '/settings')
  expect(cryptoInfo.at(-1)).toEqual({ name, network: 'Tale', address: 'fable1demo', rate: '0.123456789012345678' })

  await page.reload()
  await expect(crypto.getByLabel('Rate per dollar').last()).toHaveValue('0.123456789012345678')
  const removals = crypto.getByRole('button', { name: /^Remove/ })
  while ((await removals.count()) > 0) await removals.first().click()
  await save(page, 'Crypto info')
  await expect(crypto.getByText('All fields in cryptoInfo are required.')).toBeVisible()
  expect((await admin.call('GET', '/settings')).cryptoInfo).toEqual(cryptoInfo)

  await page.reload()
  await crypto.getByRole('button', { name: `Remove ${name}` }).click()
  await save(page, 'Crypto info')
  await expect(toast(page, 'Updated successfully!')).toBeVisible()
  expect((await admin.call('GET', '/settings')).cryptoInfo).toHaveLength(cryptoInfo.length - 1)
})

test('requires both mail fields and never returns the password', async ({ admin, openAsAdmin }) => {
  const page = await openAsAdmin(path)
  const mail = section(page, 'E-mail notification info')
  await mail.getByLabel('Email').fill('bank@fable.example')
  await save(page, 'E-mail notification info')
  await expect(mail.getByText('All fields are required.')).toBeVisible()
  await mail.getByLabel('Password', { exact: true }).fill('a mail password')
  await save(page, 'E-mail notification info')
  await expect(toast(page, 'Updated successfully!')).toBeVisible()
  expect((await admin.call('GET', '/settings')).mail).toEqual({ name: 'bank@fable.example', passwordSet: true })
  const answer = page.waitForResponse('**/api/settings')
  await page.reload()
  expect(await (await answer).text()).not.toContain('a mail password')
  await expect(mail.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(mail.getByPlaceholder('Saved. Type to replace it.')).toBeVisible()
  await save(page, 'E-mail notification info')
  await expect(toast(page, 'Updated successfully!')).toBeVisible()
})

test('sends a test email and reports the address or the failure', async ({ openAsAdmin, page }) => {
  let answer: { status: number; json: object } = { status: 200, json: { sentTo: 'admin@fable.example' } }
  await page.route('**/api/settings/test-mail', (route) => route.fulfill(answer))
  await openAsAdmin(path)
  const button = section(page, 'E-mail notification info').getByRole('button', { name: 'Send test email' })
  await button.click()
  await expect(toast(page, 'Test email sent to admin@fable.example')).toBeVisible()
  const message = 'The mail server refused the address or the password.'
  answer = { status: 409, json: { message, code: 'mail_failed', requestId: 'r' } }
  await button.click()
  await expect(toast(page, message)).toBeVisible()
})

test('saves one form without overwriting what a colleague changed in another', async ({
  admin,
  openAsAdmin,
  openAs,
}) => {
  const grace = await admin.createAccount({ fullName: 'Grace Settings', role: 'Admin' })
  const mine = await openAsAdmin(path)
  await expect(section(mine, 'Other channels')).toBeVisible()
  const hers = await openAs(await grace.token(), path)
  const address = `${Date.now()} Storyteller Lane`
  await section(hers, 'Banking info').getByLabel('Address').fill(address)
  await save(hers, 'Banking info')
  await expect(toast(hers, 'Updated successfully!')).toBeVisible()
  await section(mine, 'Other channels').getByLabel('Cash App tag').fill('$fable')
  await section(mine, 'Other channels').getByLabel('WhatsApp').fill('+1 555 010 0100')
  await save(mine, 'Other channels')
  await expect(toast(mine, 'Updated successfully!')).toBeVisible()
  expect(await admin.call('GET', '/settings')).toMatchObject({
    bankingInfo: { address },
    cashApp: { tag: '$fable' },
    whatsApp: '+1 555 010 0100',
  })
  await mine.reload()
  await expect(section(mine, 'Banking info')).toContainText('Last changed by Grace Settings')
  await expect(section(mine, 'Other channels')).toContainText('Last changed by Fiona Archer')
  await hers.context().close()
})

test('reports settings that fail to load', async ({ openAsAdmin, page }) => {
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }))
  await openAsAdmin(path)
  await expect(page.getByText('An error occurred while fetching settings.')).toBeVisible()
})
