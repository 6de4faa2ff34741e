/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, row, test, toast } from '../admin-test.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')

test('users: f focuses the search, j, k and arrows move, Enter opens, Back returns to the row', async ({
  admin,
  openAsAdmin,
}) => {
  const mark = `walk${Date.now()}`
  for (const name of ['First', 'Second'])
    await admin
      .createAccount({ fullName: `${name} Walker` })
      .then(({ id }) =>
        admin.call('PATCH', '/admin/user', { userId: id, updates: { email: `${mark}-${name}@people.example` } }),
      )
  const page = await openAsAdmin('/dashboard/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Search by email')).toBeFocused()
  await page.keyboard.type(`${mark}`)
  await expect(page.getByText('2 found')).toBeVisible()
  // Shortcuts are off while typing.
  await page.keyboard.type('-j?k/')
  await expect(page.getByLabel('Search by email')).toHaveValue(`${mark}-j?k/`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Wait for the search of the typed text, so that the next '2 found' is a new result.
  await expect(page.getByText('0 found')).toBeVisible()
  for (let i = 0; i < 5; i++) await page.keyboard.press('Backspace')
  await expect(page.getByText('2 found')).toBeVisible()
  await page.getByLabel('Search by email').blur()

  await page.keyboard.press('j')
  expect(await focused(page)).toContain('Second Walker')
  await page.keyboard.press('j')
  expect(await focused(page)).toContain('First Walker')
  await page.keyboard.press('j')
  expect(await focused(page)).toContain('First Walker')
  await page.keyboard.press('k')
  expect(await focused(page)).toContain('Second Walker')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toContain('First Walker')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second Walker' })).toBeFocused()
  await page.goBack()
  await expect.poll(() => focused(page)).toContain('Second Walker')
})

test('transactions: decides with the keyboard alone', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Typed', balance: 50 })
  const [{ _id: first }, { _id: second }] = [await ada.transfer(1), await ada.transfer(2)]
  const page = await openAsAdmin(`/dashboard/all-transactions?person=${ada.id}`)
  await expect(row(page, second.slice(19))).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('-$1.00')
  // The panel is not modal: j opens the next row in it.
  await page.keyboard.press('j')
  await expect(panel).toContainText('-$2.00')
  await page.keyboard.press('k')
  await expect(panel).toContainText('-$1.00')
  await page.keyboard.press('a')
  await expect(panel.getByRole('button', { name: 'Approve $1.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Transaction approved')).toBeVisible()
  await expect(row(page, first.slice(19)).filter({ hasText: 'Updated' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await expect(panel.getByLabel('Reason (optional)')).toBeFocused()
  await page.keyboard.type('add and approve')
  await expect(panel.getByLabel('Reason (optional)')).toHaveValue('add and approve')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Decline $2.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Transaction declined')).toBeVisible()
})

test('j moves to the next pending transaction after a decision', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Onward', balance: 50 })
  for (const amount of [1, 2, 3, 4]) await ada.transfer(amount)
  const page = await openAsAdmin(`/dashboard/all-transactions?person=${ada.id}`)
  const pendingTable = page.getByRole('table', { name: 'Waiting for a decision' })
  const panel = page.getByRole('dialog')
  await pendingTable.getByRole('row').filter({ hasText: '-$2.00' }).getByRole('button').first().click()
  for (const [amount, next] of [
    ['$2.00', '-$3.00'],
    ['$3.00', '-$4.00'],
  ] as const) {
    await expect(panel).toContainText(`-${amount}`)
    await page.keyboard.press('a')
    await expect(panel.getByRole('button', { name: `Approve ${amount}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pendingTable.getByRole('row').filter({ hasText: `-${amount}` })).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(panel).toContainText(next)
  }
  await page.keyboard.press('k')
  await expect(panel).toContainText('-$1.00')
})

test('j skips a transaction that a colleague has decided meanwhile', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Meanwhile', balance: 50 })
  const [, { _id: second }] = [await ada.transfer(1), await ada.transfer(2), await ada.transfer(3)]
  const page = await openAsAdmin(`/dashboard/all-transactions?person=${ada.id}`)
  const pendingTable = page.getByRole('table', { name: 'Waiting for a decision' })
  const panel = page.getByRole('dialog')
  const pendingRow = (amount: string) => pendingTable.getByRole('row').filter({ hasText: amount })
  await pendingRow('-$1.00').getByRole('button').first().click()
  await expect(panel).toContainText('-$1.00')
  await admin.call('POST', '/deposit/approve', { transactionId: second })
  // A new pending transfer refetches the lists.
  await ada.transfer(4)
  await expect(pendingRow('-$2.00')).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(panel.getByRole('button', { name: 'Approve $1.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pendingRow('-$1.00')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(panel).toContainText('-$3.00')
})

test('audit: j and k start at the focused row', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Noted', balance: 5 })
  await admin.call('PATCH', '/admin/user', { userId: ada.id, updates: { mobile: '123' } })
  const page = await openAsAdmin(`/dashboard/audit?person=${ada.id}`)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const link = rows.nth(1).getByRole('link', { name: 'Open transaction' })
  for (const [key, row] of [
    ['j', 2],
    ['k', 0],
  ] as const) {
    await link.focus()
    await page.keyboard.press(key)
    await expect(rows.nth(row).getByRole('button').first()).toBeFocused()
  }
})

test('support: j and k move through conversations, Enter opens one, ? shows the shortcuts', async ({
  admin,
  openAsAdmin,
}) => {
  for (const fullName of ['First Writer', 'Second Writer', 'Third Writer']) {
    const writer = await admin.createAccount({ fullName })
    await writer.call('POST', '/suport/send', { receiver: 'Admin', message: `I am ${fullName}`, isAdmin: false })
  }
  const page = await openAsAdmin('/dashboard/support?search=Writer')
  const conversation = (name: string) => page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })
  await expect(conversation('First Writer')).toBeVisible()
  await page.keyboard.press('j')
  await expect(conversation('Third Writer')).toBeFocused()
  await page.keyboard.press('j')
  await expect(conversation('Second Writer')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(conversation('Second Writer')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('I am Third Writer')
  // Opening a conversation focuses its message field.
  const field = page.getByLabel('Message', { exact: true })
  await expect(field).toBeFocused()
  // After the field loses focus, j and k start at the open conversation.
  await field.blur()
  for (const [key, name] of [
    ['j', 'Second Writer'],
    ['j', 'First Writer'],
    ['k', 'Second Writer'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(conversation(name)).toBeFocused()
  }
})

test('a and d do nothing without a row; ? shows the shortcuts', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/dashboard/all-transactions')
  await expect(page.getByRole('table', { name: 'Decided' })).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const what of ['Search', 'Next row', 'Previous row', 'Decline the selected transaction', 'Show this list'])
    await expect(help).toContainText(what)
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})
