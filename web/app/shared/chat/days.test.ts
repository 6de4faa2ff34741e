import { expect, test } from 'vitest'
import { dayName } from './days.ts'

const now = new Date('2026-03-11T12:00:00')
test.each([
  ['2026-03-11T00:00:01', 'Today'],
  ['2026-03-10T23:59:59', 'Yesterday'],
  ['2026-03-06T09:00:00', 'Friday'],
  ['2026-03-04T09:00:00', 'Wed, Mar 4'],
  ['2025-12-31T09:00:00', 'Wed, Dec 31, 2025'],
])('%s is %s', (iso, name) => {
  expect(dayName(iso, now)).toBe(name)
})
