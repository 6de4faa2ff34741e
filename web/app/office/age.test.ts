import { expect, test } from 'vitest'
import { ageOf, ago, isLate } from './age.ts'

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
  expect(ageOf(iso, NOW)).toBe(age)
})

test('said as a sentence would', () => {
  expect(ago('2026-01-05T11:59:30Z', NOW)).toBe('just now')
  expect(ago('2026-01-05T11:55:00Z', NOW)).toBe('5 min ago')
})

test('late after a day', () => {
  expect(isLate('2026-01-04T12:00:00Z', NOW)).toBe(false)
  expect(isLate('2026-01-04T11:59:59Z', NOW)).toBe(true)
})
