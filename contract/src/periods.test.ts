import { expect, test } from 'vitest'
import { daysOf, PERIODS } from './periods.ts'

test.each([
  ['2026-03-01', 'today', '2026-03-01', '2026-03-01'],
  ['2026-03-01', 'yesterday', '2026-02-28', '2026-02-28'],
  ['2026-03-01', 'last_7_days', '2026-02-23', '2026-03-01'],
  ['2026-03-01', 'last_30_days', '2026-01-31', '2026-03-01'],
  ['2026-03-31', 'this_month', '2026-03-01', '2026-03-31'],
  ['2028-03-31', 'last_month', '2028-02-01', '2028-02-29'],
  ['2026-01-01', 'last_month', '2025-12-01', '2025-12-31'],
] as const)('on %s, %s is %s to %s', (today, period, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to })
})

test('every period ends on or after its first day', () => {
  for (const period of PERIODS) {
    const { from, to } = daysOf(period, '2026-01-01')
    expect([period, from <= to]).toEqual([period, true])
  }
})
