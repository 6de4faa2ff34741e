import { expect, test } from 'vitest'
import type { Order } from '#contract/payments/scheduled-payments.ts'
import { comingPayments } from './coming-payments.ts'

const order = (name: string, amount: number, nextDays: string[], more: Partial<Order> = {}) =>
  ({ _id: name, name, amount, nextDays, status: 'active', retryDays: [], lastRun: null, ...more }) as Order

const rent = order('Rent', 1150, ['2026-12-01', '2027-01-01'])
const savings = order('Aunt', 40, ['2026-12-15'], { accountId: 'savings' })

test('the next payments of all orders, with what each leaves of its own account', () => {
  const balanceOf = (accountId?: string) => (accountId ? 100.1 : 2000)
  const coming = comingPayments([savings, rent, order('Paused', 1, ['2026-11-17'], { status: 'paused' })], balanceOf, 3)
  expect(coming.map(({ order: { name }, day, leavesCents }) => [name, day, leavesCents])).toEqual([
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
