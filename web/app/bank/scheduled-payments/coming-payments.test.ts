import { expect, test } from 'vitest'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { comingPayments } from './coming-payments.ts'

const scheduledPayment = (name: string, amount: number, nextDays: string[], more: Partial<ScheduledPayment> = {}) =>
  ({ _id: name, name, amount, nextDays, status: 'active', retryDays: [], lastRun: null, ...more }) as ScheduledPayment

const rent = scheduledPayment('Rent', 1150, ['2026-12-01', '2027-01-01'])
const savings = scheduledPayment('Aunt', 40, ['2026-12-15'], { accountId: 'savings' })

test('the next due days of all scheduled payments, with what each leaves of its own account', () => {
  const balanceOf = (accountId?: string) => (accountId ? 100.1 : 2000)
  const coming = comingPayments(
    [savings, rent, scheduledPayment('Paused', 1, ['2026-11-17'], { status: 'paused' })],
    balanceOf,
    3,
  )
  expect(coming.map(({ scheduledPayment: { name }, day, leavesCents }) => [name, day, leavesCents])).toEqual([
    ['Rent', '2026-12-01', 850_00n],
    ['Aunt', '2026-12-15', 60_10n],
    ['Rent', '2027-01-01', -300_00n],
  ])
})

test('payments that are tried again come before the next due day, and each takes money', () => {
  const retryDays = ['2026-11-18', '2026-11-18']
  const [first, ...others] = comingPayments([{ ...rent, retryDays }], () => 4000, 3)
  expect(comingPayments([rent], () => undefined, 1)).toMatchObject([{ leavesCents: null }])
  expect([first, ...others].map((payment) => [payment?.day, payment?.isRetry, payment?.leavesCents])).toEqual([
    ['2026-11-18', true, 2850_00n],
    ['2026-11-18', true, 1700_00n],
    ['2026-12-01', false, 550_00n],
  ])
})
