import { expect, test } from 'vitest'
import { isDayText } from './date-presets.ts'

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
