/// <reference lib="dom" />
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../admin-test.ts'
import { imageReceipt } from '../files.ts'

const all = '/dashboard/all-transactions'
const panel = (page: Page) => page.getByRole('dialog')
const waiting = (page: Page) => page.getByRole('table', { name: 'Waiting for a decision' })
const results = (page: Page) => page.getByRole('table', { name: 'Results' }).locator('tbody').getByRole('row')
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('answers “transfers of $1,000 or more in the last week” in three presses, kept in the address', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Asked', balance: 9000 })
  for (const amount of [999.99, 1000, 2500]) await ada.transfer(amount, { accountName: `Payee ${amount}` })
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await page.getByLabel('Type').selectOption('Transfer')
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('button', { name: 'From $1,000', exact: true }).click()
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByText('2 found: transfers $3,500.00')).toBeVisible()
  await expect(page).toHaveURL(/type=Transfer&minAmount=1000&period=last_7_days&person=/)

  await page.getByLabel('Sort', { exact: true }).selectOption('largest')
  await expect(results(page).first()).toContainText('-$2,500.00')
  const address = page.url()
  await page.reload()
  await expect(results(page).first()).toContainText('-$2,500.00')
  await expect(results(page)).toHaveCount(2)
  expect(page.url()).toBe(address)

  const chips = page.getByRole('group', { name: 'Active filters' })
  await expect(chips).toContainText('Transfers')
  await expect(chips).toContainText('Customer: Ada Asked')
  await chips.getByRole('button', { name: '$1,000.00 or more' }).click()
  await expect(results(page)).toHaveCount(3)
  await page.goBack()
  await expect(results(page)).toHaveCount(2)

  await page.getByLabel('Search transactions').fill('payee 1000')
  await expect(results(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`${all}?sort=largest`)
  await expect(waiting(page)).toBeVisible()

  await page.goto(`${all}?type=Transfer&minAmount=1000&period=last_7_days&person=${ada.id}`)
  const saved = page.getByRole('button', { name: 'Saved filters' })
  await saved.click()
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Large of Ada')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Filters saved')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(waiting(page)).toBeVisible()
  await saved.click()
  await page.getByRole('menuitem', { name: 'Large of Ada' }).click()
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Last 7 days', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('exact ranges: amounts, days and method', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Ranged', balance: 500 })
  for (const amount of [10, 20, 30]) await ada.transfer(amount)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Amount from').fill('15')
  await page.getByLabel('Amount up to').fill('$1,025.50')
  await page.getByLabel('Method').selectOption('wire')
  await expect(results(page)).toHaveCount(2)
  await expect(page).toHaveURL(/method=wire&minAmount=15&maxAmount=1025.5/)
  await page.getByLabel('Amount up to').fill('40.0')
  await expect(page).toHaveURL(/maxAmount=40&/)
  await page.keyboard.type('5')
  await expect(page.getByLabel('Amount up to')).toHaveValue('40.05')
  await expect(page).toHaveURL(/maxAmount=40\.05&/)
  await page.getByLabel('Amount up to').fill('5')
  await expect(page.getByText('Below the amount from.')).toBeVisible()
  await page.getByLabel('Amount up to').fill('abc')
  await expect(page.getByText('Enter an amount, as 1000 or 99.50.')).toBeVisible()
  await page.getByLabel('Amount up to').fill('')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No transactions')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Customer: Ada Ranged' })).toBeVisible()
})

test('exports what is filtered', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Exported', balance: 500 })
  for (const amount of [10, 20, 30]) await ada.transfer(amount, { accountName: '=HYPERLINK("x")' })
  const page = await openAsAdmin(`${all}?person=${ada.id}&minAmount=20&type=Transfer&sort=smallest`)
  await expect(results(page)).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toContain('Transaction ID,Reference,Value date,Type,Method,Status,Amount,Customer')
  expect(lines.map((line) => /,(-\d+\.\d\d),/.exec(line)?.[1])).toEqual(['-20.00', '-30.00'])
  expect(lines[0]).toContain(`"'=HYPERLINK(""x"")"`)
  await page.goto('/dashboard/audit?action=transactions.exported')
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Exported transactions')
})

test('decides several at once, each with a result of its own', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Several', balance: 500 })
  const receipt = await imageReceipt('sent twice')
  await ada.deposit(40, receipt)
  const [{ _id: first }] = [await ada.transfer(10), await ada.transfer(20), await ada.deposit(50, receipt)]
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  const boxes = waiting(page).getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  // A range with Shift, and one of them taken out with the keyboard.
  await boxes.nth(0).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected transactions' })
  await expect(bar).toContainText('4 selected · deposits $90.00, transfers $30.00')
  await boxes.nth(0).press('Space')
  await expect(bar).toContainText('3 selected · deposits $50.00, transfers $30.00')
  await page.getByLabel('Select all 4').check()
  await bar.getByRole('button', { name: 'Approve 4' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 4 transactions?' })
  await expect(dialog).toContainText('2 deposits$90.00')
  await expect(dialog).toContainText('2 transfers$30.00')
  await expect(dialog.getByRole('region', { name: 'Look at these first' })).toContainText('Duplicate receipt')
  // A colleague is faster with one of them.
  await admin.call('POST', '/deposit/decline', { transactionId: first, reason: 'Unknown payee' })
  await dialog.getByRole('button', { name: 'Approve 4', exact: true }).click()
  const done = page.getByRole('dialog', { name: 'Approve 4 transactions' })
  await expect(done).toContainText('3 done, 1 refused')
  await expect(done.getByRole('listitem').filter({ hasText: '-$10.00' })).toContainText('declined it: Unknown payee.')
  await expect(done.getByRole('listitem').filter({ hasText: '-$20.00' })).toContainText('Approved')
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect((await ada.call('GET', '/users')).user.balance).toBe(570)
})

test('declines several with one reason, and tries those again that got no response', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Refused', balance: 500 })
  for (const amount of [1, 2, 3]) await ada.transfer(amount)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  let isDown = true
  await page.route('**/api/deposit/decline', async (route) => {
    if (isDown && (await ada.call('GET', '/transactions?status=Declined')).length > 0) await route.abort()
    else await route.continue()
  })
  await page.getByLabel('Select all 3').check()
  await page.getByRole('button', { name: 'Decline 3' }).click()
  await expect(panel(page).getByLabel('Reason (optional)')).toBeFocused()
  // Nothing was decided: the selection stays, and the focus returns to the button.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Decline 3' })).toBeFocused()
  await page.getByRole('button', { name: 'Decline 3' }).click()
  await panel(page).getByLabel('Reason (optional)').fill('Please call us.')
  await panel(page).getByRole('button', { name: 'Decline 3', exact: true }).click()
  await expect(panel(page).getByRole('button', { name: 'Close' }).last()).toBeFocused()
  isDown = false
  const again = panel(page).getByRole('button', { name: /^Try again/ })
  if (await again.isVisible()) await again.click()
  await expect(panel(page).getByText('3 done')).toBeVisible()
  const declined = (await ada.call('GET', '/transactions?status=Declined')) as unknown as { reason: string }[]
  expect(declined.map(({ reason }) => reason)).toEqual(Array(3).fill('Please call us.'))
})

test('approves one after the other by keyboard, and the focus never falls to the body', async ({
  admin,
  openAsAdmin,
}) => {
  const ada = await admin.createAccount({ fullName: 'Ada Queue', balance: 500 })
  for (let amount = 1; amount <= 12; amount++) await ada.transfer(amount)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await expect(waiting(page).locator('tbody').getByRole('row')).toHaveCount(12)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (let amount = 1; amount <= 11; amount++) {
    await expect(panel(page).getByRole('heading', { name: `Transfer -$${amount}.00` })).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Approve and next' })).toBeEnabled()
    await page.keyboard.press('Shift+A')
    // To a new payee: the key asks first.
    const question = page.getByRole('dialog', { name: 'Look at this one first' })
    await expect(question).toContainText('New payee')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(panel(page).getByRole('heading', { name: `Transfer -$${amount + 1}.00` })).toBeFocused()
  }
  await page.keyboard.press('d')
  await panel(page).getByRole('button', { name: 'Decline and next' }).click()
  await expect(panel(page).getByRole('heading', { name: 'All done' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  expect((await ada.call('GET', '/users')).user.balance).toBe(434)
})

test('focuses the heading after a decision, and offers the next waiting one', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Focus', balance: 500 })
  for (const amount of [1, 2]) await ada.transfer(amount)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  await page.getByRole('button', { name: 'Approve, Ada Focus' }).first().click()
  await panel(page).getByRole('button', { name: 'Approve $1.00' }).click()
  await expect(panel(page)).toContainText('Approved by')
  expect(await focusedText(page)).toContain('-$1.00')
  await panel(page).getByRole('button', { name: 'Next waiting' }).click()
  await expect(panel(page).getByRole('heading', { name: 'Transfer -$2.00' })).toBeFocused()
})

test('sorts the waiting list by amount and loads as many rows as asked for', async ({ admin, openAsAdmin }) => {
  const ada = await admin.createAccount({ fullName: 'Ada Sorted', balance: 500 })
  for (let n = 1; n <= 12; n++) await ada.transfer(n === 6 ? 99 : n)
  const page = await openAsAdmin(`${all}?person=${ada.id}`)
  const rows = waiting(page).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(12)
  await expect(page.getByText('12 waiting: transfers $171.00')).toBeVisible()
  await page.getByLabel('Rows at a time').selectOption('10')
  await expect(rows).toHaveCount(10)
  await page.getByLabel('Rows at a time').selectOption('50')
  await expect(rows).toHaveCount(12)
  await page.getByLabel('Sort', { exact: true }).selectOption('Largest first')
  await expect(rows.first()).toContainText('-$99.00')
  await expect(page).toHaveURL(/sort=largest&size=50/)
})
