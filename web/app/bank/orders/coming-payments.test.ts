import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { comingPayments } from './coming-payments.ts'

const order = (name: string, amount: number, nextDays: string[], more: Partial<Order> = {}) =>
  ({ _id: name, name, amount, nextDays, status: 'active', lastRun: null, ...more }) as Order

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

test('a payment that is tried again comes before the next due day', () => {
  const lastRun = { status: 'retrying', nextTryOn: '2026-11-18' } as Order['lastRun']
  const coming = comingPayments([{ ...rent, lastRun }], () => undefined, 2)
  expect(coming.map(({ day, isRetry, leavesCents }) => [day, isRetry, leavesCents])).toEqual([
    ['2026-11-18', true, null],
    ['2026-12-01', false, null],
  ])
})
