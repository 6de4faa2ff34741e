import { expect, test } from 'vitest'
import { formatDateTime, formatDay } from './format-date.ts'

const iso = (local: string) => new Date(local).toISOString()

test.each([
  ['2026-01-05T15:04:00', 'Jan 5, 2026 15:04'],
  ['2026-11-30T00:00:00', 'Nov 30, 2026 00:00'],
  ['2009-12-23T09:05:59', 'Dec 23, 2009 09:05'],
])('%s reads %s', (local, text) => {
  expect(formatDateTime(iso(local))).toBe(text)
})

test('formats a day without its time', () => {
  expect(formatDay(iso('2026-01-05T15:04:00'))).toBe('Jan 5, 2026')
})
