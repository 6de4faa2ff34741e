import { expect, test } from 'vitest'
import { DATE_PRESETS, isDayText } from './date-presets.ts'

test.each([
  ['Today', '2026-03-01', '2026-03-01'],
  ['Last 7 days', '2026-02-23', '2026-03-01'],
  ['Last 30 days', '2026-01-31', '2026-03-01'],
  ['This month', '2026-03-01', '2026-03-01'],
])('%s on March 1 is %s to %s', (label, from, to) => {
  const preset = DATE_PRESETS.find((one) => one.label === label)
  expect(preset?.rangeAt(new Date(2026, 2, 1, 23, 59))).toEqual({ from, to })
})

test('a day in the address is a date between 1900 and 3000', () => {
  expect(['2026-02-28', '2026-13-01', '1899-12-31', '3000-01-01', 'today', ''].map(isDayText)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
