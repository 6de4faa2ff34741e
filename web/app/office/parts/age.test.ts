import { expect, test } from 'vitest'
import { formatAge, formatAgo, isOverdue } from './age.ts'

const NOW = Date.parse('2026-01-05T12:00:00Z')

test.each([
  ['2026-01-05T11:59:30Z', 'just now'],
  ['2026-01-05T12:00:05Z', 'just now'],
  ['2026-01-05T11:59:00Z', '1 min'],
  ['2026-01-05T11:00:01Z', '59 min'],
  ['2026-01-05T11:00:00Z', '1 h'],
  ['2026-01-05T08:48:00Z', '3 h 12 min'],
  ['2026-01-04T12:00:00Z', '1 d'],
  ['2026-01-03T08:00:00Z', '2 d 4 h'],
])('%s is %s old', (iso, age) => {
  expect(formatAge(iso, NOW)).toBe(age)
})

test('formats an age relative to now', () => {
  expect(formatAgo('2026-01-05T11:59:30Z', NOW)).toBe('just now')
  expect(formatAgo('2026-01-05T11:55:00Z', NOW)).toBe('5 min ago')
})

test('is overdue after more than a day', () => {
  expect(isOverdue('2026-01-04T12:00:00Z', NOW)).toBe(false)
  expect(isOverdue('2026-01-04T11:59:59Z', NOW)).toBe(true)
})
