import { dayOf } from '#contract/bank-day.ts'
import { expect, onPhone, test, typeDigits } from '../customer-test.ts'

const GRACE = { accountName: 'Grace Hopper', accountNumber: '0532013000', bankName: 'Example Savings Bank' }
const today = () => dayOf(new Date(), 'UTC')

/** The next 31st and the last days of the two months after it: '2026-12-31', '2027-01-31', '2027-02-28'. */
function next31st(): string[] {
  const now = new Date()
  const lastDayIn = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0))
  const first = [1, 2, 3].find((months) => lastDayIn(months).getUTCDate() === 31) ?? 1
  return [first, first + 1, first + 2].map((months) => lastDayIn(months).toISOString().slice(0, 10))
}

const inWords = (day: string) =>
  new Date(day).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(day.slice(0, 4) === today().slice(0, 4) ? {} : { year: 'numeric' }),
  })

onPhone(() => {
  test.use({ account: { balance: 500 } })

  test('schedules rent for the 31st, sees the next dates, pauses, changes the amount and deletes it', async ({
    page,
    customer,
  }) => {
    const days = next31st()
    await page.goto('/dashboard/orders')
    await page.getByRole('link', { name: 'Schedule a payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Account name').fill(GRACE.accountName)
    await dialog.getByLabel('Account number').fill(GRACE.accountNumber)
    await dialog.getByLabel('Bank name').fill(GRACE.bankName)
    await dialog.getByLabel('Amount').fill('1150')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('First payment')).toHaveAccessibleDescription('Choose a date.')
    await dialog.getByLabel('First payment').fill(days[0] ?? '')
    await dialog.getByLabel('Name (optional)').fill('Rent')
    await expect(dialog.getByText(`Next dates: ${days.map(inWords).join(' · ')}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('Every month on the 31st or the last day')
    await dialog.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(page, 'PIN', '1234')
    await dialog.getByRole('button', { name: 'Schedule $1,150.00' }).click()
    await expect(dialog.getByRole('heading', { name: 'Payment Scheduled!' })).toBeVisible()
    await dialog.getByRole('link', { name: 'Scheduled payments' }).click()

    const row = page.getByRole('list', { name: 'Scheduled payments' }).getByRole('listitem')
    await expect(row).toContainText(`Next: ${inWords(days[0] ?? '')}, then ${days.slice(1).map(inWords).join(' · ')}`)
    await row.getByRole('button', { name: 'Change payment Rent' }).click()
    await dialog.getByLabel('Amount').fill('1200')
    await dialog.getByLabel('Message').fill('Flat 12')
    await dialog.getByRole('button', { name: 'Confirm with PIN' }).click()
    await typeDigits(page, 'PIN', '1234')
    await dialog.getByRole('button', { name: 'Change to $1,200.00' }).click()
    await expect(row).toContainText('$1,200.00')
    expect(await customer.call('GET', '/orders')).toMatchObject([
      { name: 'Rent', amount: 1200, message: 'Flat 12', nextOn: days[0] },
    ])

    await page.goto('/dashboard')
    const coming = page.getByRole('region', { name: 'Coming up' })
    await expect(coming).toContainText(`Next: Rent, ${inWords(days[0] ?? '')}, $1,200.00`)
    await expect(coming).toContainText('Your available balance is $700.00 short.')
    await coming.getByRole('link', { name: 'See all scheduled payments' }).click()
    await row.getByRole('button', { name: 'Pause Rent' }).click()
    await expect(row.getByText('Paused')).toBeVisible()
    await row.getByRole('button', { name: 'Delete Rent' }).click()
    await dialog.getByRole('button', { name: 'Delete scheduled payment' }).click()
    await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
    expect(await customer.call('GET', '/orders')).toEqual([])
  })

  test('tells about a payment without enough money, and about the third failed try', async ({ page, customer }) => {
    const failing = { ...GRACE, amount: 501, pin: '1234', name: 'Rent', startOn: today(), every: 'month' }
    const { _id } = await customer.call('POST', '/orders', failing)
    await expect
      .poll(async () =>
        (await customer.call('GET', `/orders/${_id}/runs`)).map((run: { status: string }) => run.status),
      )
      .toEqual(['retrying'])
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.getByRole('link', { name: 'A scheduled payment could not be made.' }).click()
    await expect(page).toHaveURL('/dashboard/orders')
    const row = page.getByRole('list', { name: 'Scheduled payments' }).getByRole('listitem')
    await expect(row).toContainText(
      /was not made. There was not enough money in the account. We’ll try again on \w+ \d+/,
    )

    // Two days later; the server's part is tested with a clock of its own.
    const skip = (run: object) => ({ ...run, status: 'skipped', tries: 3, nextTryOn: null })
    await page.route('**/api/orders', async (route) => {
      const [payment] = await (await route.fetch()).json()
      await route.fulfill({ json: [{ ...payment, lastRun: skip(payment.lastRun) }] })
    })
    await page.route('**/api/orders/*/runs', async (route) => {
      const runs = await (await route.fetch()).json()
      await route.fulfill({ json: runs.map(skip) })
    })
    await page.reload()
    await expect(row).toContainText('We tried 3 times and skipped this payment.')
    await row.getByRole('button', { name: 'History Rent' }).click()
    const history = page.getByRole('list', { name: 'Past payments' })
    await expect(history).toContainText('Not paid')
    await expect(history).toContainText('There was not enough money in the account. We tried 3 times')
  })
})
